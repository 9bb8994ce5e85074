import { Modal } from '@mantine/core';
import { QueryFailed } from '#platform/web/QueryFailed.tsx';
import { LevelBadge } from '#ui/badge/LevelBadge.tsx';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { messageOf } from '../messages.ts';
import { useConfig } from '../queries.ts';
import classes from './Report.module.css';

/** What the elements are, by security area, and what the levels mean (modules.md 2). */
export function ElementsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const config = useConfig(opened);
  return (
    <Modal opened={opened} onClose={onClose} title="Elements" size={680}>
      {config.data ? (
        <div className={`${classes.explainer} grid gap-6`}>
          <p>
            Your security is assessed in three Security Areas: People, Process and Technology. Each has its
            elements, and each element has a level from 0 to 5.
          </p>
          {config.data.areas.map((area) => (
            <section key={area.id}>
              <h3>{area.title}</h3>
              <p className="text-dimmed text-pretty measure-68">{area.description}</p>
              <dl>
                {config.data.elements
                  .filter((element) => element.area === area.id)
                  .map((element) => (
                    <div key={element.id}>
                      <dt>{element.title}</dt>
                      <dd>{element.why}</dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
          <section>
            <h3>Levels</h3>
            <ul className={`${classes.levels} grid gap-4 mt-3`}>
              {config.data.levels.map(({ level, levelName, description, target }) => (
                <li key={level}>
                  <LevelBadge level={level} size={48} />
                  <p>
                    <strong>
                      {level} {levelName}
                    </strong>
                    <br />
                    {description} {target}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        </div>
      ) : config.error ? (
        <QueryFailed title="The elements could not be loaded" level={3} query={config} words={messageOf} />
      ) : (
        <LoadingText>Loading the elements...</LoadingText>
      )}
    </Modal>
  );
}
