import type { BlockView } from '../../../playEntities.ts';
import { Picture } from '../Picture.tsx';
import type { Play } from '../usePlay.ts';
import classes from './Blocks.module.css';
import { Checklist } from './Checklist.tsx';
import { Choose } from './Choose.tsx';
import { Find } from './Find.tsx';
import { ProseText } from './ProseText.tsx';
import { Reveal } from './Reveal.tsx';
import { Scenario } from './Scenario.tsx';
import { SortBins } from './SortBins.tsx';
import { StrengthBench } from './strength/StrengthBench.tsx';
import { Triage } from './Triage.tsx';

export function Block({ block, play }: { block: BlockView; play: Play }) {
  switch (block.type) {
    case 'text':
      return <ProseText prose={block.prose} />;
    case 'figure':
      return (
        <figure className={classes.figure}>
          <Picture picture={block.picture} />
          {block.caption && <figcaption className={classes.caption}>{block.caption}</figcaption>}
        </figure>
      );
    case 'reveal':
      return <Reveal block={block} />;
    case 'triage':
      return <Triage exercise={block} play={play} />;
    case 'sort':
      return <SortBins exercise={block} play={play} />;
    case 'find':
      return <Find exercise={block} play={play} />;
    case 'choose':
      return <Choose exercise={block} play={play} />;
    case 'scenario':
      return <Scenario exercise={block} play={play} />;
    case 'checklist':
      return <Checklist exercise={block} play={play} />;
    case 'strength':
      return <StrengthBench exercise={block} play={play} />;
  }
}
