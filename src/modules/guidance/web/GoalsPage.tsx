import { Textarea } from '@mantine/core';
import { goalChoices } from '#modules/organization/contract.ts';
import { ChoiceCard } from '#ui/form/ChoiceCard.tsx';
import classes from './IntroScreen.module.css';
import type { Intro } from './useIntro.ts';

/** The last page: what the organisation wants to reach. */
export function GoalsPage({ intro }: { intro: Intro }) {
  const { goals, toggle, describeOther } = intro;
  return (
    <fieldset className={`${classes.goals} grid gap-2`}>
      <legend className="visually-hidden">Your goals</legend>
      {goalChoices.map(({ id, label, text }) => (
        <ChoiceCard key={id} label={label} text={text} checked={goals[id]} onToggle={() => toggle(id)} />
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
