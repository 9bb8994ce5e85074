import { ActionIcon, Modal, Switch, Tooltip } from '@mantine/core';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import type { AnswerOption } from './answers.ts';
import classes from './Question.module.css';
import type { QuestionKeys } from './useQuestionKeys.ts';

/** Which keys answer, and the switch for those that are single letters. */
export function ShortcutsButton({ options, keys }: { options: readonly AnswerOption[]; keys: QuestionKeys }) {
  const rows: { keys: string[]; text: string }[] = [
    ...(keys.on
      ? options.map(({ label, letter }, index) => ({ keys: [String(index + 1), letter], text: label }))
      : []),
    { keys: ['Enter', '→'], text: 'Next question' },
    { keys: ['Backspace', '←'], text: 'Previous answer' },
    ...(keys.on ? [{ keys: ['?'], text: 'This help' }] : []),
  ];
  return (
    <>
      <Tooltip label="Keyboard shortcuts (?)">
        <ActionIcon
          aria-label="Keyboard shortcuts"
          aria-haspopup="dialog"
          onClick={keys.openHelp}
          className={classes.keysButton}
        >
          <IconKeyboard size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Modal opened={keys.helpOpened} onClose={keys.closeHelp} title="Keyboard shortcuts" size={440}>
        <dl className={`${classes.shortcuts} grid`}>
          {rows.map((row) => (
            <div key={row.text}>
              <dt>{row.text}</dt>
              <dd>
                {row.keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <Switch
          label="Choose answers with single keys"
          checked={keys.on}
          onChange={(event) => keys.setOn(event.currentTarget.checked)}
        />
      </Modal>
    </>
  );
}
