import type { ServerModule } from '#platform/server/module.ts';
import { routes } from '#platform/server/http/serve.ts';
import { trainingActsContract, trainingContract } from '../contract.ts';
import { learnContract } from '../learnContract.ts';
import { trainingPaths } from '../paths.ts';
import { newTraineeLink, remindTrainees } from './trainees/acts.ts';
import { addTrainees } from './trainees/addTrainees.ts';
import { previewBulk, saveBulk } from './trainees/bulk.ts';
import { checkCertificate, learnCertificate, trainingCertificate } from './certificates/certificates.ts';
import { courses } from './courses/courses.ts';
import { deleteTrainee, editCourses, editTrainees } from './trainees/editTrainees.ts';
import { exportTrainees } from './trainees/exportTrainees.ts';
import { askForLink, openLearning } from './learn/learn.ts';
import { loadCourse, playCourse } from './learn/learnPlay.ts';
import { readCourseReport } from './progress/overview.ts';
import { removePackageFilesJob } from './packages/packageFiles.ts';
import { packageRoutes } from './packages/routes.ts';
import { registerPackageContent } from './packages/serve.ts';
import { previewCourse } from './courses/preview.ts';
import { saveSettings } from './settings.ts';
import { loadTraining, readTeam, readTrainee } from './trainees/traineeList.ts';
import { inviteManyJob, sendTrainingMailsJob } from './mails/trainingMailing.ts';
import { remindOfTrainingJob } from './mails/trainingReminders.ts';

export const trainingModule = {
  calls: {
    training: routes(trainingContract, {
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
    }),
    learn: routes(
      { ...learnContract, ...trainingActsContract },
      {
        openLearning,
        loadCourse,
        playCourse,
        askForLink,
        learnCertificate,
        checkCertificate,
        previewCourse,
        remindTrainees,
        newTraineeLink,
        trainingCertificate,
      },
    ),
    trainingPackages: packageRoutes,
  },
  jobs: [sendTrainingMailsJob, inviteManyJob, remindOfTrainingJob, removePackageFilesJob],
  http: registerPackageContent,
  readContent: () => void courses(),
  secretPages: [trainingPaths.learnPattern],
} satisfies ServerModule;
