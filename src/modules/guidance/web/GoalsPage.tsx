import { Checkbox, Textarea, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import type { Goals } from '#modules/organization/contract.ts';
import classes from './IntroScreen.module.css';
import type { Intro } from './useIntro.ts';

type Choice = { goal: Exclude<keyof Goals, 'otherGoals'>; label: string; text: string };

const choices: readonly Choice[] = [
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

/** One goal as a card that can be pressed anywhere. */
function Goal({ choice, checked, onToggle }: { choice: Choice; checked: boolean; onToggle: () => void }) {
  const id = useId();
  return (
    <label className={classes.goal} data-checked={checked || undefined} htmlFor={id}>
      <Checkbox id={id} checked={checked} onChange={onToggle} aria-labelledby={`${id}-label`} aria-describedby={`${id}-text`} />
      <span>
        <span id={`${id}-label`} className={classes.goalLabel}>
          {choice.label}
        </span>
        <span id={`${id}-text`} className={classes.goalText}>
          {choice.text}
        </span>
      </span>
    </label>
  );
}

/** The last page: what the organisation wants to reach. */
export function GoalsPage({ intro }: { intro: Intro }) {
  const { goals, toggle, describeOther } = intro;
  return (
    <fieldset className={classes.goals}>
      <VisuallyHidden component="legend">Your goals</VisuallyHidden>
      {choices.map((choice) => (
        <Goal key={choice.goal} choice={choice} checked={goals[choice.goal]} onToggle={() => toggle(choice.goal)} />
      ))}
      {goals.hasOtherGoals && (
        <Textarea
          label="What else would you like to reach?"
          value={goals.otherGoals}
          maxLength={1000}
          rows={3}
          onChange={(event) => describeOther(event.currentTarget.value)}
        />
      )}
    </fieldset>
  );
}
