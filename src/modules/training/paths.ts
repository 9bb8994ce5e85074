export const trainingTabs = ['overview', 'trainees', 'courses', 'settings'] as const;
export type TrainingTab = (typeof trainingTabs)[number];

export const trainingPaths = {
  home: '/training',
  tabPattern: '/training/:tab',
  tab: (tab: TrainingTab): string => `/training/${tab}`,
  coursePattern: '/training/:tab/:course',
  course: (course: string): string => `/training/courses/${encodeURIComponent(course)}`,
  traineePattern: '/training/:tab/:course/:trainee',
  traineeOfCourse: (course: string, trainee: string): string =>
    `/training/courses/${encodeURIComponent(course)}/${encodeURIComponent(trainee)}`,
  trainee: (trainee: string): string => `/training/trainees/all/${encodeURIComponent(trainee)}`,
  add: '/training/trainees?add=1',
  overdue: '/training/trainees?standing=overdue',
  /** For trainees, who have no account: by the secret of their link. */
  learnPattern: '/learn/:token',
  learn: (token: string): string => `/learn/${encodeURIComponent(token)}`,
  learnCoursePattern: '/learn/:token/:course',
  learnCourse: (token: string, course: string): string =>
    `/learn/${encodeURIComponent(token)}/${encodeURIComponent(course)}`,
  learnPlacePattern: '/learn/:token/:course/:place',
  learnPlace: (token: string, course: string, place: string): string =>
    `/learn/${encodeURIComponent(token)}/${encodeURIComponent(course)}/${encodeURIComponent(place)}`,
  /** Where anyone checks a certificate; without a code, where one is typed. */
  certificatePattern: '/certificate/:code',
  certificate: (code = ''): string =>
    code === '' ? '/certificate' : `/certificate/${encodeURIComponent(code)}`,
} as const;
