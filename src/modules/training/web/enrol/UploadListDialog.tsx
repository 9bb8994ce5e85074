import { percentOf } from '#platform/percent.ts';
import { Button, Modal, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useEffect, useRef, useState } from 'react';
import { CallError, isFault, upload } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { formModal } from '#ui/form/FormDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { toast } from '#ui/notice/toast.ts';
import { mostBytesOfList, trainingContract } from '../../contract.ts';
import type { ListResults, TrainingOverview } from '../../entities.ts';
import { refresh, tell } from '../changes.ts';
import { cannotUpload, uploadMessageOf } from '../messages.ts';
import shared from '../Training.module.css';
import { number, peopleCount } from '../words.ts';
import classes from './Enrol.module.css';
import { ResultList } from './ResultList.tsx';
import { FilePick } from './FilePick.tsx';
import { SeatLine } from './SeatLine.tsx';

type Stage =
  | { at: 'choose' }
  | { at: 'sending'; file: File; what: 'preview' | 'save'; share: number }
  | { at: 'preview'; file: File; results: ListResults }
  | { at: 'done'; results: ListResults; message: string };

const titles: Record<Stage['at'], string> = {
  choose: 'Upload a list',
  sending: 'Upload a list',
  preview: 'Check your list',
  done: 'What became of your list',
};

const nobodyThere = 'There is no one in this list yet. Put one person in each line below the headings.';

const incoming = ({ counts }: ListResults): number => (counts.added ?? 0) + (counts.restored ?? 0);

function useList() {
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>({ at: 'choose' });
  const [error, setError] = useState<string | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  async function send(file: File, what: 'preview' | 'save', back: Stage): Promise<void> {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setError(null);
    setStage({ at: 'sending', file, what, share: 0 });
    const how = {
      signal,
      onProgress: (share: number) => setStage((now) => (now.at === 'sending' ? { ...now, share } : now)),
    };
    try {
      if (what === 'preview') {
        const { data: results } = await upload(trainingContract.previewTrainees, file, how);
        if (results.rows.length > 0) return setStage({ at: 'preview', file, results });
        setStage(back);
        setError(nobodyThere);
      } else {
        const { data, message } = await upload(trainingContract.saveTraineesBulk, file, how);
        setStage({ at: 'done', results: data, message });
        if (incoming(data) > 0) tell(message);
        refresh(client);
      }
    } catch (failure) {
      if (signal.aborted) return;
      if (isFault(failure))
        void logError(failure, {
          endpoint: trainingContract[what === 'save' ? 'saveTraineesBulk' : 'previewTrainees'].path,
        });
      const words = uploadMessageOf(failure);
      setStage(back);
      setError(words);
      if (words === cannotUpload || what === 'save')
        toast.danger(cannotUpload, words === cannotUpload ? {} : { reason: words });
    }
  }
  return {
    stage,
    error,
    read: (file: File) => {
      if (file.size > mostBytesOfList) setError(uploadMessageOf(new CallError('file-too-large', 413)));
      else void send(file, 'preview', { at: 'choose' });
    },
    save: (now: Extract<Stage, { at: 'preview' }>) => void send(now.file, 'save', now),
    again: () => {
      setError(null);
      setStage({ at: 'choose' });
    },
  };
}

function Sending({ what, share }: { what: 'preview' | 'save'; share: number }) {
  const words =
    share < 1 ? 'Uploading your list…' : what === 'preview' ? 'Reading every row…' : 'Adding people…';
  return (
    <div className={`${classes.sending} grid gap-3`}>
      <output>{words}</output>
      <Progress value={percentOf(share, 1)} animated={share >= 1} aria-label={words} />
      {what === 'preview' && <p className={shared.quiet}>Nothing is saved yet.</p>}
    </div>
  );
}

export function UploadListDialog({
  seats,
  onClose,
  onDone,
}: {
  seats: TrainingOverview['seats'];
  onClose: () => void;
  onDone: () => void;
}) {
  const { stage, error, read, save, again } = useList();
  const saving = stage.at === 'sending' && stage.what === 'save';
  const wide = stage.at === 'preview' || stage.at === 'done';
  return (
    <Modal
      {...formModal(saving, stage.at === 'done' ? onDone : onClose)}
      title={titles[stage.at]}
      size={wide ? 960 : 600}
    >
      <div className="stack gap-4">
        <FormError>{error}</FormError>
        {stage.at === 'choose' && <FilePick onFile={read} />}
        {stage.at === 'sending' && <Sending what={stage.what} share={stage.share} />}
        {stage.at === 'preview' && (
          <Preview stage={stage} seats={seats} onAgain={again} onSave={() => save(stage)} />
        )}
        {stage.at === 'done' && (
          <>
            <output className="text-reading font-semibold wrap-anywhere text-pretty outline-none">
              {stage.message}
            </output>
            <ResultList results={stage.results} phase="after" />
            <div className={`${shared.buttons} ${classes.foot} sticky border-t`}>
              <Button onClick={onDone}>Done</Button>
            </div>
          </>
        )}
      </div>
    </Modal>
  );
}

type PreviewProps = {
  stage: Extract<Stage, { at: 'preview' }>;
  seats: TrainingOverview['seats'];
  onAgain: () => void;
  onSave: () => void;
};

function Preview({ stage: { file, results }, seats, onAgain, onSave }: PreviewProps) {
  const ready = incoming(results);
  const seatless = results.counts['no-seat'] ?? 0;
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <>
      <p
        className="text-reading font-semibold wrap-anywhere text-pretty outline-none"
        ref={words}
        tabIndex={-1}
      >
        {ready === 0
          ? 'No one on this list can be added as it is.'
          : `${peopleCount(ready)} of ${number(results.rows.length)} will be added.`}{' '}
        <span className={shared.quiet}>
          <bdi>{file.name}</bdi>. Nothing is saved yet.
        </span>
      </p>
      <SeatLine left={seats.left} wanted={ready + seatless} />
      <ResultList results={results} phase="before" />
      <div className={`row flex-wrap justify-between gap-2 gap-x-4 ${classes.foot} sticky border-t`}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={18} stroke={1.5} aria-hidden />}
          onClick={onAgain}
        >
          Choose another file
        </Button>
        <Button onClick={onSave} disabled={ready === 0}>
          {ready === 0 ? 'Add people' : `Add ${peopleCount(ready)}`}
        </Button>
      </div>
    </>
  );
}
