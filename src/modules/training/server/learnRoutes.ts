import { routes } from '#platform/server/serve.ts';
import { trainingActsContract } from '../contract.ts';
import { learnContract } from '../learnContract.ts';
import { newTraineeLink, remindTrainees } from './acts.ts';
import { checkCertificate, learnCertificate, trainingCertificate } from './certificates.ts';
import { askForLink, openLearning } from './learn.ts';
import { loadCourse, playCourse } from './learnPlay.ts';
import { previewCourse } from './preview.ts';

export const learnRoutes = routes(
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
);
