import { routes } from '#platform/server/serve.ts';
import { trainingContract } from '../contract.ts';
import { addTrainees } from './addTrainees.ts';
import { readCourseReport } from './overview.ts';
import { saveSettings } from './settings.ts';
import { loadTraining, readTeam, readTrainee } from './traineeList.ts';

const { loadTrainingData, trainee, saveTrainees, trainingTeam, saveTrainingSettings, courseReport } = trainingContract;
const served = { loadTrainingData, trainee, saveTrainees, trainingTeam, saveTrainingSettings, courseReport };

export const trainingRoutes = routes(served, {
  loadTrainingData: loadTraining,
  trainee: readTrainee,
  saveTrainees: addTrainees,
  trainingTeam: (ctx) => readTeam(ctx),
  saveTrainingSettings: saveSettings,
  courseReport: readCourseReport,
});
