import { Anchor, Button, Modal, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { Fragment, useState } from 'react';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import classes from './Ownership.module.css';
import { messageOf } from '../messages.ts';
import { useCheckProof, useWebsiteProof, type WebsiteProofReply } from './ownQueries.ts';
import { shortDate } from '../schedules/pacificTime.ts';
import { instructions, mailOf, type Places } from './proofInstructions.ts';
import type { Target } from '../queries.ts';
import { visibleText } from '../issues/visibleText.ts';

type ProofDialogProps = { target: Target; onClose: () => void };

/** How to prove that a website is one's own: a DNS record, a file or a tag, looked for at a press of the button. */
export function ProofDialog({ target, onClose }: ProofDialogProps) {
  const proof = useWebsiteProof(target.targetId);
  return (
    <Modal opened onClose={onClose} title="Verify that you own the website" size={640} returnFocus={false}>
      {proof.data ? (
        proof.data.places && proof.data.ownership.state === 'missing' ? (
          <Ways target={target} host={proof.data.host} places={proof.data.places} onClose={onClose} />
        ) : (
          <Proved target={target} proof={proof.data} onClose={onClose} />
        )
      ) : proof.isPending ? (
        <LoadingText>Loading the proof</LoadingText>
      ) : (
        <FormError>{messageOf(proof.error)}</FormError>
      )}
    </Modal>
  );
}

const wayWords = { dns: 'a DNS record', file: 'a file', meta: 'a line on its home page' } as const;

function Proved({
  proof: { ownership, host },
  onClose,
}: {
  target: Target;
  proof: WebsiteProofReply;
  onClose: () => void;
}) {
  const explanation = {
    proved: `${host} is verified as yours${ownership.by ? ` by ${wayWords[ownership.by]}` : ''}${ownership.since ? `, since ${shortDate(ownership.since)}` : ''}. Leave it in place: each scan looks for it again.`,
    domain: `${host} lies below ${ownership.domain ?? ''}, which you have verified for your security rating. Nothing more is needed.`,
    operator: `The portal operator enabled scanning of ${host}. Nothing more is needed.`,
    'not-needed': 'The scanner requires no verification.',
    missing: '',
  }[ownership.state];
  return (
    <div className={`${classes.ways} stack gap-4`}>
      <p>{explanation}</p>
      <div className={`${classes.actions} flex flex-wrap justify-end gap-2`}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}

function Ways({
  target,
  host,
  places,
  onClose,
}: {
  target: Target;
  host: string;
  places: Places;
  onClose: () => void;
}) {
  const check = useCheckProof(target.targetId);
  const [way, setWay] = useState<string | null>(places.dns ? 'dns' : 'file');
  const seen = check.data && !check.data.proved ? check.data.seen : null;
  const look = () =>
    check.mutate({ targetId: target.targetId }, { onSuccess: ({ proved }) => proved && onClose() });
  return (
    <div className={`${classes.ways} stack gap-4`}>
      <p>
        Do one of {places.dns ? 'three' : 'two'} things, whichever is easiest, or have your web developer do
        it. Then press Check now; each scan also checks automatically.
      </p>
      <Tabs value={way} onChange={setWay} keepMounted={false}>
        <Tabs.List>
          {places.dns && <Tabs.Tab value="dns">DNS record</Tabs.Tab>}
          <Tabs.Tab value="file">File</Tabs.Tab>
          <Tabs.Tab value="meta">HTML tag</Tabs.Tab>
        </Tabs.List>
        {places.dns && (
          <Tabs.Panel value="dns" className={classes.way}>
            <p>
              Where the domain is managed, add a TXT record. It can take an hour until it is visible
              everywhere.
            </p>
            <Values
              rows={[
                { label: 'Name', value: places.dns.name },
                { label: 'Value', value: places.dns.value },
              ]}
            />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="file" className={classes.way}>
          <p>Put a plain text file with this one line at this address.</p>
          <Values
            rows={[
              { label: 'Address', value: places.file.url },
              { label: 'Content', value: places.file.value },
            ]}
          />
        </Tabs.Panel>
        <Tabs.Panel value="meta" className={classes.way}>
          <p>Put this line into the head of the home page, before anything else on the page.</p>
          <Values
            rows={[
              { label: 'Page', value: places.meta.url },
              { label: 'Line', value: places.meta.tag },
            ]}
          />
        </Tabs.Panel>
      </Tabs>
      {(seen !== null || check.isError) && (
        <output className={`border-warning stack text-warning wrap-anywhere rounded bg-warning px-4 py-3`}>
          <span className="font-semibold">{seen === null ? 'That did not work' : 'Not found yet'}</span>
          <span>{seen === null ? messageOf(check.error) : visibleText(seen)}</span>
        </output>
      )}
      <div className={`${classes.foot} row justify-between gap-3 border-t`}>
        <p className="text-small leading-5 text-dimmed text-pretty">
          Not yours to do?{' '}
          <Anchor href={mailOf(host, places)}>Email these instructions to your web developer</Anchor>
        </p>
        <CopyButton value={instructions(host, places)} label="Copy instructions" />
      </div>
      <div className={`${classes.actions} flex flex-wrap justify-end gap-2`}>
        <Button variant="default" onClick={onClose}>
          Later
        </Button>
        <Button loading={check.isPending} onClick={look}>
          Check now
        </Button>
      </div>
    </div>
  );
}

function Values({ rows }: { rows: { label: string; value: string }[] }) {
  return (
    <dl className={`${classes.record} mt-3 grid items-center gap-2 gap-x-3`}>
      {rows.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            <code>{value}</code>
            <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
