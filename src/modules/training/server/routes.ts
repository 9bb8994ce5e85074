import { routes } from '#platform/server/serve.ts';
import { trainingContract } from '../contract.ts';
import { addTrainees } from './addTrainees.ts';
import { previewBulk, saveBulk } from './bulk.ts';
import { deleteTrainee, editCourses, editTrainees } from './editTrainees.ts';
import { exportTrainees } from './exportTrainees.ts';
import { readCourseReport } from './overview.ts';
import { saveSettings } from './settings.ts';
import { loadTraining, readTeam, readTrainee } from './traineeList.ts';

export const trainingRoutes = routes(trainingContract, {
  loadTrainingData: loadTraining,
  trainee: readTrainee,
  saveTrainees: addTrainees,
  editTrainee: editTrainees,
  editTraineesCourses: editCourses,
  deleteTrainee,
  previewTrainees: (ctx) => previewBulk(ctx),
  saveTraineesBulk: (ctx) => saveBulk(ctx),
  trainingTeam: (ctx) => readTeam(ctx),
  saveTrainingSettings: saveSettings,
  courseReport: readCourseReport,
  exportTrainees: (ctx) => exportTrainees(ctx),
});
