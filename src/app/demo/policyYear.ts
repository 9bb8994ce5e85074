import type { GivenValues } from '#modules/policies/document.ts';
import { director, lawyer } from './team.ts';

/** Which policies the example company wrote down in its year, and what it changed in them. */

type Person = { name: string; email: string };
export type PolicyStep = {
  daysAgo: number;
  /** Id of a template, or `workshop` for the company's own policy. */
  id: string;
  values?: GivenValues;
  note?: string;
  material?: boolean;
} & (
  | { does: 'save' | 'approve' }
  | { does: 'send'; to: Person }
  /** The person asked opens the link of the mail. */
  | { does: 'answer'; by: Person; decision: 'approve' | 'return'; comment?: string }
);

export const companyValues = {
  daysAgo: 352,
  values: {
    policyOwner: 'Nora Lindqvist, office manager',
    securityContactName: 'Nora Lindqvist',
    securityContactEmail: 'security@harborlamps.example',
    exceptionApprover: director.name,
  },
} as const;

/** A policy of its own, beside the templates. */
export const workshop = {
  name: 'Workshop & Showroom',
  html: `<h2>Purpose</h2>
<p>Customers, suppliers and schools walk through our workshop and showroom. These rules keep the computers there from becoming a way into the company.</p>
<h2>Showroom</h2>
<ol>
<li><p>The till and the order tablet are locked whenever nobody of us stands beside them. They lock themselves after <strong>two minutes</strong>.</p></li>
<li><p>Customers use the guest Wi-Fi only. Its password hangs at the counter and changes on the first working day of each month.</p></li>
<li><p>Nobody plugs a customer's phone, stick or card into a company computer, not even to print a drawing of a lamp.</p></li>
<li><p>Card terminals stay in sight. Whoever opens the shop looks at seals and serial numbers and signs the list at the till.</p></li>
</ol>
<h2>Workshop</h2>
<ol>
<li><p>The computers of the laser cutter and the spray booth have no email and no web browser. Designs reach them through the shared drive alone.</p></li>
<li><p>Service technicians work under the name of the person who lets them in, and never alone at a screen.</p></li>
<li><p>Remote maintenance is switched on for one appointment and switched off again the same day by ${director.name} or Mateo Ferrer.</p></li>
</ol>
<h2>Who has which key</h2>
<table><thead><tr><th>Place</th><th>Key holder</th><th>Deputy</th></tr></thead><tbody>
<tr><td>Showroom and till</td><td>Sofia Castellan</td><td>Grace Oduya</td></tr>
<tr><td>Workshop</td><td>Mateo Ferrer</td><td>Marcus Eldin</td></tr>
<tr><td>Server cabinet</td><td>Tobias Keller</td><td>Nora Lindqvist</td></tr>
</tbody></table>
<h2>When something is odd</h2>
<p>A terminal that looks different, a stranger behind the counter, a lost key: tell the security contact at once. <em>Nobody is ever blamed for asking.</em></p>`,
} as const;

export const policySteps: readonly PolicyStep[] = [
  {
    daysAgo: 347,
    id: 'infosec',
    does: 'send',
    to: director,
    values: {
      executiveSponsor: director.name,
      spendingWithoutAsking: '$2,000',
      applicableLaws: [
        'US state data breach notification laws',
        'the card industry standard PCI DSS',
        'the conditions of our insurance policies',
      ],
    },
  },
  {
    daysAgo: 346,
    id: 'infosec',
    does: 'answer',
    by: director,
    decision: 'approve',
    comment: 'Good. Please put the budget on the agenda of the spring meeting.',
  },
  {
    daysAgo: 332,
    id: 'acceptable-use',
    does: 'approve',
    values: { installApprover: 'Tobias Keller', spokesperson: director.name },
  },
  {
    daysAgo: 318,
    id: 'passwords',
    does: 'approve',
    values: { minLengthNoMfa: 12, minLengthWithMfa: 8, passwordManagerName: 'Key Cabinet', secretMonths: 24 },
  },
  {
    daysAgo: 291,
    id: 'incident',
    does: 'approve',
    values: {
      incidentLead: 'Nora Lindqvist',
      deputy: 'Tobias Keller',
      reportPhone: '555-0142',
      counselName: `${lawyer.name} of Quayside Law`,
      spokesperson: director.name,
    },
  },
  {
    daysAgo: 263,
    id: 'backup',
    does: 'approve',
    values: {
      backupFrequency: 'weekly',
      rpoHours: 168,
      rtoHours: 72,
      keepDays: 30,
      offlineCopy: false,
      restoreTestMonths: 6,
    },
  },
  {
    daysAgo: 226,
    id: 'email',
    does: 'approve',
    values: {
      reportAddress: 'phishing@harborlamps.example',
      dmarcTarget: 'quarantine',
      messagingApps: ['Microsoft Teams', 'Signal'],
    },
  },
  { daysAgo: 199, id: 'workshop', does: 'approve' },
  {
    daysAgo: 181,
    id: 'access',
    does: 'approve',
    values: { accessApprover: director.name, accessReviewMonths: 6 },
  },
  {
    daysAgo: 150,
    id: 'passwords',
    does: 'approve',
    material: true,
    note: 'Longer passwords where there is no second factor, and codes by text message have come to an end: somebody tried to move our phone number to another card.',
    values: {
      minLengthNoMfa: 16,
      minLengthWithMfa: 10,
      passwordManagerName: 'Key Cabinet',
      smsAllowed: false,
      mfaMethods: ['passkeys', 'security keys', 'authenticator apps with number matching'],
      secretMonths: 12,
    },
  },
  {
    daysAgo: 118,
    id: 'patching',
    does: 'approve',
    values: { scanFrequency: 'weekly', updateKeeper: 'Tobias Keller' },
  },
  {
    daysAgo: 96,
    id: 'backup',
    does: 'approve',
    material: true,
    note: 'Daily copies, one of them out of reach of ransomware, and a test restore each quarter, as our insurer asks.',
    values: {
      backupFrequency: 'daily',
      rpoHours: 24,
      rtoHours: 48,
      keepDays: 180,
      offlineCopy: true,
      restoreTestMonths: 3,
      backupKeeper: 'Tobias Keller',
    },
  },
  {
    daysAgo: 24,
    id: 'ai',
    does: 'save',
    values: { approvedAiTools: ['Microsoft 365 Copilot'], aiApprover: 'Nora Lindqvist' },
  },
  {
    daysAgo: 13,
    id: 'privacy',
    does: 'send',
    to: lawyer,
    values: {
      privacyContact: 'privacy@harborlamps.example',
      regions: ['the United States', 'Canada'],
      euRules: false,
    },
    note: 'Our first one. Please look at the times for which we keep records.',
  },
  {
    daysAgo: 9,
    id: 'privacy',
    does: 'answer',
    by: lawyer,
    decision: 'return',
    comment:
      'Nearly there. Warranty claims run for ten years with you, so “Contracts and customer files” must say ten and not seven.',
  },
  {
    daysAgo: 5,
    id: 'suppliers',
    does: 'send',
    to: director,
    values: { supplierApprover: director.name, breachNoticeHours: 48 },
    note: 'For the new contract with the parts warehouse.',
  },
];

/** What the team signs, from which day on; by the ids above. */
export const signing = {
  listed: 175,
  asked: 170,
  changed: 150,
  /** Days on which whoever owed a signature was reminded by hand. */
  reminded: [160, 59, 16],
  policies: ['infosec', 'acceptable-use', 'passwords', 'incident', 'email', 'workshop'],
} as const;
