import { Modal, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { shownTime } from '#platform/dates.ts';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type {
  ConciergeOptions,
  MessageDetail,
  MessageFields,
  MessageVersion,
  Starter,
} from '../../conciergeSchemas.ts';
import { staffPaths } from '../../paths.ts';
import { backTo, WhenLoaded } from '../WhenLoaded.tsx';
import { useOrganization } from '../queries.ts';
import classes from './Concierge.module.css';
import { LetterPreview } from './LetterPreview.tsx';
import { MessageEditor } from './MessageEditor.tsx';
import { renewConcierge, useMessage, useOptions, useStarters } from './queries.ts';
import { stages } from './words.ts';
import { counted } from '../counted.ts';

const back = backTo(staffPaths.messages, 'Messages');

const statusWords: Record<MessageVersion['status'], string> = {
  draft: 'Draft',
  published: 'Published',
  withdrawn: 'Withdrawn',
};

function History({ message, options }: { message: MessageDetail; options: ConciergeOptions }) {
  const [shown, setShown] = useState<MessageVersion | null>(null);
  if (message.history.length === 0) return null;
  return (
    <Panel title="Versions" size="small">
      <ol className={`${classes.history} gap-3.5 grid`}>
        {message.history.map((version) => (
          <li key={version.version}>
            <button
              type="button"
              className={`${classes.version} font-medium text-accent text-start hover-underline`}
              onClick={() => setShown(version)}
            >
              Version {version.version}: {statusWords[version.status]}
            </button>
            <span className={classes.hint}>
              {version.by}, {shownTime(version.at)}
            </span>
          </li>
        ))}
      </ol>
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown ? `Version ${shown.version}` : ''}
        size={820}
        closeButtonProps={{ 'aria-label': 'Dismiss' }}
      >
        {shown && <LetterPreview fields={shown.fields} options={options} />}
      </Modal>
    </Panel>
  );
}

const factsOf = (message: MessageDetail) => [
  {
    key: 'stage',
    label: 'Status',
    value: <StatusPill tone={stages[message.stage].tone}>{stages[message.stage].label}</StatusPill>,
  },
  {
    key: 'seen',
    label: 'Seen by',
    value: `${message.seen.toLocaleString('en-US')} of ${counted(message.reach.people, 'person', 'people')}`,
  },
  ...(message.mailedAt
    ? [{ key: 'mailed', label: 'Sent by email', value: shownTime(message.mailedAt) }]
    : []),
];

/** Keeps what was typed when somebody else saved meanwhile, and lets one choose. */
function EditMessage({
  first,
  latest,
  options,
}: {
  first: MessageDetail;
  latest: MessageDetail;
  options: ConciergeOptions;
}) {
  const [base, setBase] = useState(first);
  const [conflict, setConflict] = useState(false);
  const [run, setRun] = useState(0);
  const other = latest.version > base.version ? latest : null;
  return (
    <>
      <PageHeader
        trail={back}
        title={base.title}
        purpose={base.fromProduct && base.version === 0 ? 'A letter that comes with the portal.' : ''}
      />
      <MessageEditor
        key={run}
        message={base}
        start={base.fields}
        options={options}
        aside={
          <>
            <Panel title="How it stands" size="small">
              <KeyValueList items={factsOf(base)} />
            </Panel>
            <History message={base} options={options} />
          </>
        }
        onSaved={setBase}
        onConflict={() => {
          setConflict(true);
          void renewConcierge();
        }}
      />
      <ConfirmDialog
        opened={conflict}
        title="Someone else saved in the meantime"
        confirmLabel="Take theirs"
        cancelLabel="Keep mine"
        ready={other !== null}
        onConfirm={() => {
          if (other) setBase(other);
          setRun((before) => before + 1);
          setConflict(false);
        }}
        onCancel={() => {
          if (other) setBase(other);
          setConflict(false);
        }}
      >
        <p>
          {other?.editedBy || 'Someone'} saved version {other?.version ?? base.version + 1}
          {other?.editedAt ? ` on ${shownTime(other.editedAt)}` : ''}. Your changes were not saved, but
          nothing is lost: keep your text and save it over theirs when you have compared the two, or take
          theirs.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** The version that editing began with stays until somebody decides. */
function Editing({ message, options }: { message: MessageDetail; options: ConciergeOptions }) {
  const [first] = useState(message);
  return <EditMessage first={first} latest={message} options={options} />;
}

export function MessageScreen() {
  const { conciergeMessageId = '' } = useParams();
  const message = useMessage(conciergeMessageId);
  const options = useOptions();
  return (
    <WhenLoaded of={options} what="the message">
      {(choices) => (
        <WhenLoaded of={message} what="the message">
          {(data) => <Editing key={conciergeMessageId} message={data} options={choices} />}
        </WhenLoaded>
      )}
    </WhenLoaded>
  );
}

const blankFields = ({ brandId }: ConciergeOptions): MessageFields => ({
  title: '',
  summary: '',
  body: [],
  severity: null,
  category: 'advisory',
  minutes: null,
  publishOn: '',
  expiresOn: '',
  onArrival: false,
  audience:
    brandId === null
      ? { kind: 'all', values: [], brandId: null }
      : { kind: 'brand', values: [brandId], brandId },
  actions: [],
  mail: false,
});

type NewMessageProps = {
  options: ConciergeOptions;
  starters: Starter[];
  /** For this one alone. */
  organization?: { orgId: string; companyName: string };
};

function NewMessage({ options, starters, organization }: NewMessageProps) {
  const navigate = useNavigate();
  const [starterId, setStarterId] = useState('');
  const [dirty, setDirty] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const starter = starters.find(({ id }) => id === starterId);
  const blank = blankFields(options);
  const audience = organization
    ? { kind: 'organization' as const, values: [organization.orgId], brandId: options.brandId }
    : blank.audience;
  return (
    <>
      <PageHeader
        trail={back}
        title="New message"
        purpose="A letter to customers. No one sees it until it is published."
      />
      <NativeSelect
        className={`${classes.starter} mb-6`}
        label="Begin from"
        value={starterId}
        onChange={(event) =>
          dirty ? setWanted(event.currentTarget.value) : setStarterId(event.currentTarget.value)
        }
        data={[
          { value: '', label: 'An empty sheet' },
          ...starters.map(({ id, title, template }) => ({
            value: id,
            label: template ? `${title} (has blanks to fill in)` : title,
          })),
        ]}
      />
      <MessageEditor
        key={starterId}
        message={null}
        start={starter ? { ...starter.fields, audience } : { ...blank, audience }}
        options={options}
        known={organization ? [organization] : []}
        onDirty={setDirty}
        onSaved={({ conciergeMessageId }) =>
          void navigate(staffPaths.message(conciergeMessageId), { replace: true })
        }
      />
      <ConfirmDialog
        opened={wanted !== null}
        title="Begin from another letter?"
        confirmLabel="Start over"
        danger
        onConfirm={() => {
          setStarterId(wanted ?? '');
          setWanted(null);
        }}
        onCancel={() => setWanted(null)}
      >
        <p>Your text is not saved and will be replaced by the letter that you chose.</p>
      </ConfirmDialog>
    </>
  );
}

function NewMessageTo({ orgId, ...rest }: Omit<NewMessageProps, 'organization'> & { orgId: string }) {
  const found = useOrganization(orgId);
  return (
    <WhenLoaded of={found} what="the organization">
      {({ organization }) => <NewMessage {...rest} organization={organization} />}
    </WhenLoaded>
  );
}

export function NewMessageScreen() {
  const [params] = useSearchParams();
  const orgId = params.get('organization');
  const options = useOptions();
  const starters = useStarters();
  return (
    <WhenLoaded of={options} what="the editor">
      {(choices) => (
        <WhenLoaded of={starters} what="the editor">
          {(letters) =>
            orgId ? (
              <NewMessageTo orgId={orgId} options={choices} starters={letters} />
            ) : (
              <NewMessage options={choices} starters={letters} />
            )
          }
        </WhenLoaded>
      )}
    </WhenLoaded>
  );
}
