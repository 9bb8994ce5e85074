import { useParams } from 'react-router';
import { shownTime } from '#platform/dates.ts';
import { fillWords } from '#platform/web/boot.ts';
import { CheckNote, CheckPage, CheckRecord } from '#platform/web/CheckPage.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { evidencePaths } from '../../paths.ts';
import { packsKept } from '../../rules.ts';
import { messageOf } from '../messages.ts';
import classes from './Check.module.css';
import { FileCheck } from './FileCheck.tsx';
import { useCheckedPack, type CheckedPack } from './queries.ts';

const words = {
  title: 'Check an evidence pack',
  lead: 'Did a company send you a security evidence pack? Its code shows whether the file is genuine.',
  label: 'Code of the evidence pack',
  hint: 'Sixteen letters and numbers, on the first and last page of the pack.',
  missing: 'Enter the code of the evidence pack.',
  found: 'Evidence pack check',
  unknown: 'No evidence pack has this code',
  gone: `A company keeps its newest ${packsKept} packs, so the record of a very old pack may be gone.`,
};

function Record({ pack }: { pack: CheckedPack }) {
  const { company, documentId, madeAt, withdrawnAt, pages, bytes, fingerprint, code } = pack;
  const facts = [
    { key: 'made', label: 'Made', value: <time dateTime={madeAt}>{shownTime(madeAt)}</time> },
    ...(withdrawnAt
      ? [
          {
            key: 'withdrawn',
            label: 'Withdrawn',
            value: <time dateTime={withdrawnAt}>{shownTime(withdrawnAt)}</time>,
          },
        ]
      : []),
    { key: 'document', label: 'Document', value: documentId },
    {
      key: 'size',
      label: 'File',
      value: `PDF, ${pages} ${pages === 1 ? 'page' : 'pages'}, ${bytes.toLocaleString('en-US')} bytes`,
    },
  ];
  return (
    <CheckRecord
      label="Record of the evidence pack"
      genuine={withdrawnAt === null}
      verdict={
        <StatusPill tone={withdrawnAt ? 'danger' : 'success'}>
          {withdrawnAt ? 'Withdrawn' : 'Valid'}
        </StatusPill>
      }
      name={company}
      line={
        withdrawnAt
          ? 'made this evidence pack and later withdrew it. Ask the company for a current one.'
          : 'made this evidence pack and has not withdrawn it.'
      }
      facts={facts}
      code={code}
    >
      <p className="text-small leading-5 text-dimmed mt-4">SHA-256 of the file</p>
      <code className={`${classes.print} block text-body leading-5.5 font-mono wrap-anywhere`}>
        {fingerprint}
      </code>
    </CheckRecord>
  );
}

/** For anyone who was sent an evidence pack: whether it is genuine and still valid. */
export function CheckPackScreen() {
  const { code = '' } = useParams();
  return (
    <CheckPage
      code={code}
      pathOf={evidencePaths.check}
      footer={fillWords('Evidence packs made with {brandLong}.')}
      words={words}
      query={useCheckedPack(code)}
      unknownCode="no-such-pack"
      messageOf={messageOf}
    >
      {(pack) => (
        <>
          <Record pack={pack} />
          <FileCheck pack={pack} />
          <CheckNote>
            This record shows which file was made, and when. Ask the company for proof of what it states in
            the file.
          </CheckNote>
        </>
      )}
    </CheckPage>
  );
}
