import { Modal } from '@mantine/core';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { NewsId, NewsItem } from '../rules.ts';
import { introLines } from './introLines.ts';
import classes from './NewsDialog.module.css';

const notes: Record<'release-notes' | 'roadblock', { name: string; line: string }> = {
  'release-notes': {
    name: 'New: Cyber Maturity',
    line: 'Find out how mature the security of your company is.',
  },
  roadblock: { name: 'How mature is your security?', line: 'Start or finish your assessment.' },
};

const wordsOf = (id: NewsId) => (id === 'release-notes' || id === 'roadblock' ? notes[id] : introLines[id]);

/** What would otherwise open by itself, to be read when it suits. */
export function NewsDialog({
  opened,
  items,
  onClose,
  onOpen,
}: {
  opened: boolean;
  items: readonly NewsItem[];
  onClose: () => void;
  onOpen: (id: NewsId) => void;
}) {
  return (
    <Modal opened={opened} onClose={onClose} title="What is new" size={520}>
      {items.length === 0 ? (
        <p className="text-dimmed">
          You have seen everything. To open the introduction of a tool again, choose View Intro on its page.
        </p>
      ) : (
        <ul className={classes.list}>
          {items.map(({ id }) => (
            <li key={id}>
              <button
                type="button"
                className={`${classes.item} row w-full gap-4 text-start rounded hover-bg`}
                onClick={() => onOpen(id)}
              >
                <span className="grid flex-1 gap-0.5">
                  <span className="font-medium">{wordsOf(id).name}</span>
                  <span className="text-dimmed">{wordsOf(id).line}</span>
                </span>
                <IconChevronRight size={18} stroke={1.5} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
