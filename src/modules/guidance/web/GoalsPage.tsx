import { Checkbox, Textarea } from '@mantine/core';
import type { Goals } from '#modules/organization/contract.ts';
import classes from './IntroScreen.module.css';
import type { Intro } from './useIntro.ts';

const choices: readonly { goal: Exclude<keyof Goals, 'otherGoals'>; label: string; text: string }[] = [
  { goal: 'meetContractualObligations', label: 'Meet contractual obligations', text: 'A customer or partner asks for proof of security.' },
  { goal: 'meetRegulatoryRequirements', label: 'Meet regulatory requirements', text: 'A law or a standard such as PCI applies to you.' },
  {
    goal: 'proactivelyProtectMyOrganization',
    label: 'Proactively protect my organization',
    text: 'Find weak spots before somebody else does.',
  },
  { goal: 'learnMoreAboutCyberSecurity', label: 'Learn more about cyber security', text: 'Understand what matters and what does not.' },
  { goal: 'hasOtherGoals', label: 'Other', text: 'Something else brings you here.' },
];

/** The last page: what the organisation wants to reach. */
export function GoalsPage({ intro }: { intro: Intro }) {
  const { goals, toggle, describeOther } = intro;
  return (
    <fieldset className={classes.goals}>
      <legend className={classes.legend}>Choose as many as you like.</legend>
      {choices.map(({ goal, label, text }) => (
        <div key={goal} className={classes.goal} data-checked={goals[goal] || undefined}>
          <Checkbox
            label={label}
            description={text}
            checked={goals[goal]}
            onChange={() => toggle(goal)}
            classNames={{ body: classes.goalBody, labelWrapper: classes.goalWords, label: classes.goalLabel }}
          />
          {goal === 'hasOtherGoals' && goals.hasOtherGoals && (
            <Textarea
              className={classes.other}
              label="What would you like to reach?"
              value={goals.otherGoals}
              maxLength={1000}
              autosize
              minRows={2}
              maxRows={6}
              onChange={(event) => describeOther(event.currentTarget.value)}
            />
          )}
        </div>
      ))}
    </fieldset>
  );
}
