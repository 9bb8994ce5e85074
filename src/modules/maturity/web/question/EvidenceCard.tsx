import { Anchor, Button } from '@mantine/core';
import IconBulb from '@tabler/icons-react/dist/esm/icons/IconBulb.mjs';
import { Link } from '#ui/text/Link.tsx';
import type { AnswerValue, EvidenceOffer, Question } from '../../entities.ts';
import { answerLabel } from '../../rules.ts';
import classes from './Answers.module.css';

type EvidenceCardProps = {
  offers: readonly EvidenceOffer[];
  question: Question;
  chosen: AnswerValue | null;
  onUse: (answer: AnswerValue) => void;
};

/** What the portal knows that speaks for an answer. Nothing is filled in: a person decides. */
export function EvidenceCard({ offers, question, chosen, onUse }: EvidenceCardProps) {
  if (offers.length === 0) return null;
  return (
    <ul className={`mt-5 grid gap-2`}>
      {offers.map((offer) => (
        <li
          key={offer.text}
          className={`${classes.offer} row flex-wrap gap-2 gap-x-3 rounded bg-hover px-4 py-3`}
        >
          <IconBulb size={20} stroke={1.5} aria-hidden />
          <p>
            <strong>The portal knows:</strong> {offer.text}{' '}
            <Anchor component={Link} href={offer.href}>
              Take a look
            </Anchor>
          </p>
          {chosen !== offer.suggested && (
            <Button variant="default" onClick={() => onUse(offer.suggested)}>
              Use as answer: {answerLabel(question, offer.suggested)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
