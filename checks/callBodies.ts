/** Ids of things that exist in one organisation, or nowhere. */
export type Ids = {
  targetId: string;
  scanId: string;
  scheduleId: string;
  cognitoId: string;
  orgId: string;
  inviteId: string;
  pageId: string;
  invoiceId: string;
  policyId: string;
  policyTemplate: string;
  memberId: string;
  certificate: string;
  packageId: string;
  evidencePackId: string;
  conciergeMessageId: string;
  weaknessId: string;
  threadId: string;
  exportId: string;
  issueLinkId: string;
};

export const schedule = { recurrence: 'm', dateTime: '2026-04-02T08:00:00Z', scan_profile: 'lightning' };

/**
 * For every call inside an organisation: a good body with the ids given. A call whose body holds no id answers for the
 * caller's own organisation whatever is sent, and is marked so. A new call fails the test until it stands here.
 */
export const bodies: Record<string, ((ids: Ids) => object) | 'no ids'> = {
  createTarget: 'no ids',
  editTarget: ({ targetId }) => ({ zeguroTargetId: targetId, appName: 'Mine now' }),
  deleteTarget: ({ targetId }) => ({ targetId, targetName: 'Theirs' }),
  loadTargetList: 'no ids',
  loadWebsites: 'no ids',
  loadScheduleMap: 'no ids',
  loadScanMap: ({ targetId }) => ({ targetId }),
  scheduleScan: ({ targetId }) => ({ ...schedule, targetId }),
  editSchedule: ({ targetId, scheduleId }) => ({ ...schedule, targetId, scheduledScanId: scheduleId }),
  probelyUpdateSchedule: ({ targetId }) => ({ targetId }),
  syncScans: ({ targetId }) => ({ targetId }),
  startScan: ({ targetId }) => ({ targetId }),
  loadWebsiteProof: ({ targetId }) => ({ targetId }),
  checkWebsiteProof: ({ targetId }) => ({ targetId }),
  loadScanSettings: ({ targetId }) => ({ targetId }),
  saveScanSettings: ({ targetId }) => ({
    targetId,
    signIn: { kind: 'none' },
    exclude: ['/mine-now/'],
    quietHours: [],
  }),
  cancelScan: ({ targetId, scanId }) => ({ zeguroTargetId: targetId, zeguroScanId: scanId, nextScan: null }),
  checkAppUrl: 'no ids',
  loadScanFindings: ({ scanId }) => ({ scanId }),
  loadIssues: ({ targetId }) => ({ targetId }),
  loadIssue: ({ targetId }) => ({ targetId, findingId: 'a' }),
  decideIssues: ({ targetId }) => ({
    targetId,
    findingIds: ['a'],
    decision: 'false-positive',
    reason: 'Mine to say',
  }),
  undoDecision: ({ targetId }) => ({ targetId, findingIds: ['a'] }),
  retestIssues: ({ targetId }) => ({ targetId, findingIds: ['a'] }),
  makeIssueLink: ({ targetId }) => ({ targetId, findingId: 'a' }),
  withdrawIssueLink: ({ targetId, issueLinkId }) => ({ targetId, findingId: 'a', linkId: issueLinkId }),
  exportIssues: ({ targetId }) => ({ targetId, format: 'csv' }),
  exportScan: ({ scanId }) => ({ scanId, format: 'csv' }),
  getScanReport: ({ targetId, scanId }) => ({ targetId, a: 'report.pdf', b: scanId, c: 'owasp' }),
  inviteUser: 'no ids',
  secondFactorPolicy: 'no ids',
  setSecondFactorPolicy: 'no ids',
  resetSecondFactor: ({ cognitoId }) => ({
    cognitoId,
    idToken: 'x'.repeat(16),
    accessToken: 'x'.repeat(16),
    refreshToken: 'x'.repeat(16),
  }),
  getUserInviteList: 'no ids',
  editUserInvite: ({ inviteId }) => ({
    linkId: inviteId,
    email: 'bo@elsewhere-tools.com',
    firstName: 'Mallory',
  }),
  resendUserInvite: ({ inviteId }) => ({ linkId: inviteId }),
  deleteUserInvite: ({ inviteId }) => ({ linkId: inviteId }),
  removeUserInvite: ({ inviteId }) => ({ linkId: inviteId }),
  entries: 'no ids',
  people: 'no ids',
  exportEntries: 'no ids',
  getUserList: 'no ids',
  removeUser: ({ cognitoId }) => ({ cognitoId }),
  companyUpdate: ({ orgId }) => ({
    orgId,
    companyName: 'Mine now',
    industry: 'RETAIL',
    numberOfEmployees: '0-10',
    companyUrl: '',
  }),
  editUser: ({ cognitoId, orgId }) => ({ cognitoId, orgId, userProfile: { firstName: 'Mallory' } }),
  getCustomerPortalData: 'no ids',
  updateCustomerPortalData: 'no ids',
  privateAsset: ({ orgId }) => ({ filePath: `organizations/${orgId}/plan.pdf` }),
  snoozeAction: 'no ids',
  restoreAction: 'no ids',
  packs: 'no ids',
  makePack: 'no ids',
  withdrawPack: ({ evidencePackId }) => ({ id: evidencePackId }),
  pack: ({ evidencePackId }) => ({ id: evidencePackId, file: 'anything.pdf' }),
  reset: ({ orgId }) => ({ what: 'orgGoals', orgId }),
  featureUsageProfile: 'no ids',
  getEligiblePlans: 'no ids',
  subscribePlan: 'no ids',
  updatePlan: 'no ids',
  previewPlanChange: 'no ids',
  openCheckout: 'no ids',
  finishCheckout: ({ pageId }) => ({ hostedPageId: pageId }),
  billing: 'no ids',
  invoice: ({ invoiceId }) => ({ invoiceId }),
  billingPortal: 'no ids',
  cancelSubscription: 'no ids',
  resumeSubscription: 'no ids',
  getModuleActivity: 'no ids',
  monitoring: 'no ids',
  policyList: 'no ids',
  policySave: ({ policyId }) => ({
    policy: { id: policyId, name: 'Mine now', customPolicy: '<p>Mine now</p>' },
  }),
  policyLoad: ({ policyId }) => ({ policyType: policyId }),
  policyHistory: ({ policyId }) => ({ policyType: policyId }),
  policyCompare: ({ policyId }) => ({ policyType: policyId, from: 1, to: 1 }),
  policyDelete: ({ policyId }) => ({ id: policyId, version: 1 }),
  policyDownload: ({ policyId }) => ({ id: policyId, version: 1, file: 'policy.pdf' }),
  policyPack: 'no ids',
  signOff: 'no ids',
  signers: 'no ids',
  signer: ({ memberId }) => ({ memberId }),
  addSigners: 'no ids',
  removeSigner: ({ memberId }) => ({ memberId }),
  askToSign: ({ policyId }) => ({ policyTypes: [policyId] }),
  // ids of nobody are counted as skipped
  remindSigners: 'no ids',
  exportSignatures: 'no ids',
  takeNewTemplate: ({ policyTemplate }) => ({ policyType: policyTemplate }),
  companyValues: 'no ids',
  saveCompanyValues: 'no ids',
  approvers: 'no ids',
  // their ids are of questions of the model, which every organisation has
  assessmentConfig: 'no ids',
  assessment: 'no ids',
  saveAssessment: 'no ids',
  removeAssessment: 'no ids',
  report: 'no ids',
  saveTask: 'no ids',
  setTarget: 'no ids',
  reconfirm: 'no ids',
  reportPdf: 'no ids',
  // what a rating names is of the caller's own domain, and tells apart nothing that another organisation has
  fastRatings: 'no ids',
  planRatings: 'no ids',
  disownAsset: 'no ids',
  ownAsset: 'no ids',
  ownershipProof: 'no ids',
  checkOwnership: 'no ids',
  saveDkimSelectors: 'no ids',
  requestDetailedReport: 'no ids',
  snapshotReport: 'no ids',
  sampleReport: 'no ids',
  cyberConciergeConfig: 'no ids',
  incidentGuide: 'no ids',
  incidentPdf: 'no ids',
  cyberConciergeAlerts: 'no ids',
  cyberConciergeAlert: ({ conciergeMessageId }) => ({ conciergeMessageId }),
  cyberConciergeWeaknesses: 'no ids',
  weakness: ({ weaknessId }) => ({ weaknessId }),
  weaknessPdf: ({ weaknessId }) => ({ weaknessId, fileName: 'weakness.pdf' }),
  // ids of nobody are not marked
  markAlerts: 'no ids',
  checkWeakness: ({ weaknessId }) => ({ weaknessId }),
  conversations: 'no ids',
  conversation: ({ threadId }) => ({ threadId }),
  askExpert: ({ weaknessId }) => ({
    text: 'What is this?',
    context: { kind: 'weakness', id: weaknessId, title: 'Theirs' },
  }),
  answerConversation: ({ threadId }) => ({ threadId, text: 'Mine now' }),
  closeConversation: ({ threadId }) => ({ threadId }),
  // what is not there cannot have been seen
  markConversation: 'no ids',
  loadTrainingData: 'no ids',
  trainee: ({ memberId }) => ({ trainee: memberId }),
  saveTrainees: 'no ids',
  editTrainee: ({ memberId }) => ({ trainees: [{ id: memberId, department: 'Mine now' }] }),
  editTraineesCourses: ({ memberId }) => ({ trainees: [memberId], remove: ['12-incident-drill'] }),
  deleteTrainee: ({ memberId }) => ({ trainee: memberId }),
  previewTrainees: 'no ids',
  saveTraineesBulk: 'no ids',
  trainingTeam: 'no ids',
  saveTrainingSettings: 'no ids',
  courseReport: 'no ids',
  exportTrainees: 'no ids',
  previewCourse: 'no ids',
  // ids of nobody are counted as skipped
  remindTrainees: 'no ids',
  newTraineeLink: ({ memberId }) => ({ trainee: memberId }),
  trainingCertificate: ({ certificate }) => ({ code: certificate, file: 'certificate.pdf' }),
  // its course is one of the year, which every organisation has
  exportCourse: 'no ids',
  importPackage: 'no ids',
  editPackage: ({ packageId }) => ({ course: packageId, title: 'Mine now', minutes: 5 }),
  removePackage: ({ packageId }) => ({ course: packageId }),
  // their ids are of the list of partners, which every organisation has
  getJson: 'no ids',
  markOwned: 'no ids',
  countOffer: 'no ids',
  insuranceNotice: 'no ids',
  closing: 'no ids',
  // the name that is typed is compared with the caller's own organization
  closeAccount: 'no ids',
  keepAccount: 'no ids',
  exports: 'no ids',
  makeExport: 'no ids',
  export: ({ exportId }) => ({ id: exportId, file: 'anything.zip' }),
  mailChoices: 'no ids',
  chooseMails: 'no ids',
};
