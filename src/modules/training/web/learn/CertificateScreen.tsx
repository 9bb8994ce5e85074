import IconRosetteDiscountCheck from '@tabler/icons-react/dist/esm/icons/IconRosetteDiscountCheck.mjs';
import { useParams } from 'react-router';
import { shownDay } from '#platform/dates.ts';
import { fillWords } from '#platform/web/boot.ts';
import { CheckNote, CheckPage, CheckRecord } from '#platform/web/CheckPage.tsx';
import { trainingPaths } from '../../paths.ts';
import { counted } from '../play/words.ts';
import { messageOf } from './messages.ts';
import { useCertificate, type CheckedCertificate } from './queries.ts';

const words = {
  title: 'Check a certificate',
  lead: 'Did someone show you a certificate of our security training? Its code shows whether it is genuine.',
  label: 'Code of the certificate',
  hint: 'Sixteen letters and numbers, at the bottom of the certificate.',
  missing: 'Enter the code of the certificate.',
  found: 'Certificate check',
  unknown: 'No certificate has this code',
  gone: 'When a person is deleted from the training, their certificates are deleted too.',
};

function Valid({ certificate }: { certificate: CheckedCertificate }) {
  const { name, company, title, isYear, score, minutes, finishedAt, code } = certificate;
  const facts = [
    { key: 'course', label: isYear ? 'Program' : 'Course', value: title },
    { key: 'finished', label: 'Finished', value: <time dateTime={finishedAt}>{shownDay(finishedAt)}</time> },
    { key: 'minutes', label: 'Length', value: counted(minutes, 'minute') },
    ...(score === null ? [] : [{ key: 'score', label: 'Test', value: `${score}%` }]),
  ];
  return (
    <CheckRecord
      label="Certificate"
      verdict={
        <p className="row gap-2.5 text-reading font-semibold text-success">
          <IconRosetteDiscountCheck size={28} stroke={1.5} aria-hidden /> This certificate is genuine
        </p>
      }
      name={name}
      line={<bdi>{company}</bdi>}
      facts={facts}
      code={code}
    />
  );
}

export function CertificateScreen() {
  const { code = '' } = useParams();
  return (
    <CheckPage
      code={code}
      pathOf={trainingPaths.certificate}
      footer={fillWords('Certificates of the security training with {brandLong}.')}
      words={words}
      query={useCertificate(code)}
      unknownCode="no-such-certificate"
      messageOf={messageOf}
    >
      {(certificate) => (
        <>
          <Valid certificate={certificate} />
          <CheckNote>
            Compare the name, course, and date with the certificate in front of you. We cannot confirm
            anything else on it.
          </CheckNote>
        </>
      )}
    </CheckPage>
  );
}
