import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { QuestionView } from '../../../playEntities.ts';
import player from '../Player.module.css';
import classes from './Answers.module.css';
import quiz from './Quiz.module.css';

type Answer = NonNullable<QuestionView['answer']>;

export function AnsweredOptions({
  question: { type, options },
  answer,
}: {
  question: QuestionView;
  answer: Answer;
}) {
  const { given, correct, reasons } = answer;
  const textOf = (id: string) => options.find((one) => one.id === id)?.text.trim() ?? '';
  const order =
    type === 'order'
      ? correct
      : type === 'spot'
        ? reasons.map(({ id }) => id)
        : options.flatMap(({ id }) => id ?? []);
  const List = type === 'order' ? 'ol' : 'ul';
  return (
    <>
      {type === 'spot' && (
        <p
          className={`${quiz.letter} ${player.story} wrap-anywhere whitespace-pre-line border rounded bg-card p-5`}
        >
          {options.map(({ id, text }, i) =>
            id !== null && correct.includes(id) ? (
              <mark key={id} className={`${classes.given} rounded-sm bg-success`}>
                {text.trim()}{' '}
              </mark>
            ) : (
              <span key={id ?? `still ${i}`}>{text}</span>
            ),
          )}
        </p>
      )}
      <List className={classes.answers}>
        {order.map((id, i) => {
          const reason = reasons.find((one) => one.id === id);
          const isRight = reason?.right ?? false;
          const Icon = isRight ? IconCheck : IconX;
          const place = given.indexOf(id);
          const standing =
            type === 'order'
              ? isRight
                ? 'Right place'
                : `You had it at ${place + 1}`
              : `${isRight ? 'Right' : 'Wrong'}${given.includes(id) ? ', your answer' : ''}`;
          return (
            <li
              key={id}
              className={`${classes.answer} gap-3.5 grid wrap-anywhere border rounded bg-card`}
              data-right={isRight || undefined}
              data-given={given.includes(id) || undefined}
            >
              <span
                className={`${classes.mark} rounded-circle grid place-items-center text-dimmed bg-hover`}
                aria-hidden
              >
                <Icon size={18} stroke={2.25} />
              </span>
              <div>
                <p className={`${player.story} leading-6.5 font-medium`}>
                  {type === 'order' && `${i + 1}. `}
                  {textOf(id)}
                </p>
                <p className="text-small leading-5 text-dimmed">{standing}</p>
                {reason?.why && (
                  <p className={`${classes.why} text-reading text-pretty mt-1`}>{reason.why}</p>
                )}
              </div>
            </li>
          );
        })}
      </List>
    </>
  );
}
