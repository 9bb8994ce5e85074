import type { Prose, Run } from '../../../course.ts';
import classes from './Blocks.module.css';

// pieces of a text have no names and never change places
/* oxlint-disable react/no-array-index-key */
const Runs = ({ runs }: { runs: readonly Run[] }) =>
  runs.map(({ text, strong, em }, i) => {
    const words = em ? <em key={i}>{text}</em> : text;
    return strong ? <strong key={i}>{words}</strong> : words;
  });

export function ProseText({ prose }: { prose: Prose }) {
  return (
    <div className={classes.prose}>
      {prose.map((block, i) => {
        if (block.kind === 'paragraph')
          return (
            <p key={i}>
              <Runs runs={block.runs} />
            </p>
          );
        const List = block.ordered ? 'ol' : 'ul';
        return (
          <List key={i}>
            {block.items.map((runs, at) => (
              <li key={at}>
                <Runs runs={runs} />
              </li>
            ))}
          </List>
        );
      })}
    </div>
  );
}
