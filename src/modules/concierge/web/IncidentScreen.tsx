import { Anchor, Button, Checkbox } from '@mantine/core';
import IconHeadset from '@tabler/icons-react/dist/esm/icons/IconHeadset.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useState } from 'react';
import { shownTime } from '#platform/dates.ts';
import { askExpert } from '#modules/plans/web/public.ts';
import { usePortal } from '#platform/web/boot.ts';
import { BackLink } from '#ui/page/BackLink.tsx';
import { QueryFailed } from '#platform/web/QueryFailed.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { IncidentClaims, IncidentGuide } from '../entities.ts';
import { conciergePaths } from '../paths.ts';
import classes from './Incident.module.css';
import letter from './Letter.module.css';
import { messageOf } from './messages.ts';
import { incidentPdf, useIncidentGuide } from './queries.ts';

type Part = IncidentGuide['now'];
type Done = Record<string, string>;

/** Ticks are kept in this page alone, each with its time: what was done when is asked later. */
function Steps({
  part,
  id,
  done,
  onTick,
}: {
  part: Part;
  id: string;
  done: Done;
  onTick: (key: string, on: boolean) => void;
}) {
  return (
    <ol className={`${classes.steps} grid gap-1`}>
      {part.steps.map(({ text, why }, i) => {
        const key = `${id}-${i}`;
        return (
          <li key={key} className={classes.step} data-done={Boolean(done[key]) || undefined}>
            <Checkbox
              label={text}
              description={done[key] ? `Done ${shownTime(done[key])}` : why}
              checked={Boolean(done[key])}
              onChange={(event) => onTick(key, event.currentTarget.checked)}
            />
          </li>
        );
      })}
    </ol>
  );
}

/** Whom to call: the insurer's claims line, and an expert. */
function Help({ claims }: { claims: IncidentClaims | null }) {
  const { conciergeSchedulingLink, conciergeEmail } = usePortal().brand;
  return (
    <ul className={`${classes.help} mb-5 flex flex-wrap gap-2 gap-x-8`} aria-label="Call for help">
      {claims && (
        <li>
          <IconPhone size={18} stroke={1.5} aria-hidden />
          <span>
            <Anchor href={`tel:${claims.phone.replace(/[^+\d]/g, '')}`} fw={600}>
              {claims.phone}
            </Anchor>{' '}
            is the claims line of {claims.insurer}. {claims.hours}.
          </span>
        </li>
      )}
      {conciergeSchedulingLink && (
        <li className={classes.onScreen}>
          <IconHeadset size={18} stroke={1.5} aria-hidden />
          <span>
            <Anchor href={conciergeSchedulingLink} target="_blank" rel="noopener noreferrer">
              Schedule a Call
            </Anchor>{' '}
            with an expert.
          </span>
        </li>
      )}
      <li className={classes.onPaper}>Security experts: {conciergeEmail}</li>
    </ul>
  );
}

/** A list as paper has it: all six, whichever is chosen on the screen. */
function PrintedList({ part, id, done }: { part: Part; id: string; done: Done }) {
  return (
    <section className={classes.onPaper} aria-hidden>
      <h2>{part.title}</h2>
      <ol>
        {part.steps.map(({ text, why }, i) => (
          <li key={text}>
            {text} {why} {done[`${id}-${i}`] && `(done ${shownTime(done[`${id}-${i}`]!)})`}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The first hour of an incident. */
export function IncidentScreen() {
  const guide = useIncidentGuide();
  const { conciergeEmail } = usePortal().brand;
  const [kind, setKind] = useState<string | null>(null);
  const [done, setDone] = useState<Done>({});
  const tick = (key: string, on: boolean) =>
    setDone(({ [key]: _before, ...rest }) => (on ? { ...rest, [key]: new Date().toISOString() } : rest));
  if (guide.isPending) return <SkeletonPanel lines={12} height={640} label="Loading the first hour" />;
  if (!guide.data)
    return (
      <Panel>
        <QueryFailed
          title="The list could not be loaded"
          kept={`You reach the experts at ${conciergeEmail}.`}
          query={guide}
          words={messageOf}
        />
      </Panel>
    );
  const { guide: incident, claims, pdfName } = guide.data;
  const { title, summary, now, kinds, later } = incident;
  const chosen = kinds.find((one) => one.id === kind) ?? null;
  const facts = () => {
    const words = [now, ...(chosen ? [chosen] : []), later].flatMap((part, p) =>
      part.steps.map((step, i) => [`${['now', chosen?.id ?? 'later', 'later'][p]}-${i}`, step.text] as const),
    );
    return words.flatMap(([key, text]) => (done[key] ? [{ label: shownTime(done[key]), value: text }] : []));
  };
  const callForHelp = () =>
    askExpert({
      kind: 'incident',
      id: chosen?.id ?? 'incident',
      title: chosen?.title ?? 'An incident',
      route: conciergePaths.incident,
      facts: facts(),
    });
  return (
    <div className={letter.page}>
      <PageHeader
        trail={<BackLink href={conciergePaths.home}>Cyber Concierge</BackLink>}
        title={title}
        purpose={summary}
        menu={
          <>
            <Button
              component="a"
              variant="default"
              href={incidentPdf(pdfName)}
              target="_blank"
              rel="noreferrer"
            >
              PDF to keep offline
            </Button>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />}
              onClick={() => window.print()}
            >
              Print
            </Button>
          </>
        }
        action={<Button onClick={callForHelp}>Write to the experts</Button>}
      />
      <Help claims={claims} />
      <div className={`${classes.stack} grid gap-6`}>
        <Panel title={now.title}>
          <Steps part={now} id="now" done={done} onTick={tick} />
        </Panel>
        <Panel
          className={classes.choosing}
          title="What is it?"
          description="Choose what comes closest. You can change it."
        >
          <fieldset className={`${classes.kinds} grid gap-2`} aria-label="Kind of incident">
            {kinds.map((one) => (
              <button
                key={one.id}
                type="button"
                className={`${classes.kind} font-medium text-plain text-start rounded bg-card`}
                aria-pressed={one.id === kind}
                onClick={() => setKind(one.id === kind ? null : one.id)}
              >
                {one.title}
              </button>
            ))}
          </fieldset>
          {chosen && <Steps part={chosen} id={chosen.id} done={done} onTick={tick} />}
        </Panel>
        {kinds.map((one) => (
          <PrintedList key={one.id} part={one} id={one.id} done={done} />
        ))}
        <Panel title={later.title}>
          <Steps part={later} id="later" done={done} onTick={tick} />
        </Panel>
      </div>
    </div>
  );
}
