/** The example company of the demo. Nothing and nobody in it is real. */
export const person = {
  email: 'nora.lindqvist@harborlamps.example',
  password: 'Warm-lamplight-26',
  firstName: 'Nora',
  lastName: 'Lindqvist',
  jobTitle: 'Office manager',
} as const;

/** Somebody of the support staff, who sees every organisation. */
export const staff = {
  email: 'sam.rivera@support.example',
  password: 'Quiet-lighthouse-31',
  name: 'Sam Rivera',
  brandId: null,
} as const;

export const company = {
  companyName: 'Harbor Lamps LLC',
  industry: 'RETAIL',
  numberOfEmployees: '21-30',
  companyUrl: 'www.harborlamps.example',
} as const;

export const goals = {
  meetContractualObligations: true,
  meetRegulatoryRequirements: false,
  proactivelyProtectMyOrganization: true,
  learnMoreAboutCyberSecurity: false,
  hasOtherGoals: true,
  otherGoals: 'Show our insurer that the shop is looked after.',
} as const;

/** Days before today on which the company signed up, and bought a plan. */
export const signedUp = 410;
export const subscribed = 385;
export const plan = 'premium';
