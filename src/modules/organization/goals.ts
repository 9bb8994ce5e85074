/** platform.md 3, Goals: what an organization can want to reach, in the order in which it is asked. Saved as `orgGoals`. */
export const goalChoices = [
  {
    id: 'meetContractualObligations',
    label: 'Meet contractual obligations',
    text: 'A customer or partner asks for proof of security.',
  },
  {
    id: 'meetRegulatoryRequirements',
    label: 'Meet regulatory requirements',
    text: 'A law or a standard such as PCI DSS applies to you.',
  },
  {
    id: 'proactivelyProtectMyOrganization',
    label: 'Proactively protect my organization',
    text: 'Find weak spots before attackers do.',
  },
  {
    id: 'learnMoreAboutCyberSecurity',
    label: 'Learn more about cyber security',
    text: 'Understand which risks matter and which do not.',
  },
  { id: 'hasOtherGoals', label: 'Other', text: 'Tell us in your own words.' },
] as const;

export type GoalChoice = (typeof goalChoices)[number]['id'];
/** A goal that something in the portal can serve; one in the company's own words is shown and serves as a note. */
export type GoalId = Exclude<GoalChoice, 'hasOtherGoals'>;
export const goalIds = goalChoices.map(({ id }) => id).filter((id) => id !== 'hasOtherGoals');
export type Goals = Record<GoalChoice, boolean> & { otherGoals: string };

export const noGoals: Goals = {
  meetContractualObligations: false,
  meetRegulatoryRequirements: false,
  proactivelyProtectMyOrganization: false,
  learnMoreAboutCyberSecurity: false,
  hasOtherGoals: false,
  otherGoals: '',
};

/** platform.md 2: deselecting Other clears its text. */
export const settledGoals = (goals: Goals): Goals =>
  goals.hasOtherGoals ? goals : { ...goals, otherGoals: '' };

/** What toggling a choice changes. */
export const toggledGoal = (goals: Goals, choice: GoalChoice): Partial<Goals> => ({
  [choice]: !goals[choice],
  ...(choice === 'hasOtherGoals' ? { otherGoals: '' } : {}),
});

/** The chosen goals that something in the portal can serve. */
export const chosenGoals = (goals: Goals): GoalId[] => goalIds.filter((id) => goals[id]);

const labels = new Map<string, string>(goalChoices.map(({ id, label }) => [id, label]));

/** Of the chosen goals those that something serves, as people read them: `Meet contractual obligations`. */
export const servedWords = (serves: readonly GoalId[], chosen: readonly GoalId[]): string =>
  serves
    .filter((id) => chosen.includes(id))
    .map((id) => labels.get(id))
    .join(', ');
