import { percentOf } from '#platform/percent.ts';
import { Button, Modal, NumberInput, Progress, Radio, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import IconPackageImport from '@tabler/icons-react/dist/esm/icons/IconPackageImport.mjs';
import { useEffect, useRef, useState } from 'react';
import { call, CallError, isFault, upload } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { useChangeForm } from '#platform/web/useChangeForm.ts';
import { formModal } from '#ui/form/FormDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { trainingContract } from '../../contract.ts';
import type { CatalogCourse } from '../../entities.ts';
import { mostBytesOfPackage, packageContract } from '../../packageContract.ts';
import { refresh, tell } from '../changes.ts';
import enrol from '../enrol/Enrol.module.css';
import { FileDrop } from '../enrol/FileDrop.tsx';
import { packageMessageOf } from '../package/words.ts';
import shared from '../Training.module.css';

type Stage = { at: 'choose' } | { at: 'sending'; share: number } | { at: 'name'; course: CatalogCourse };

function usePackageUpload() {
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>({ at: 'choose' });
  const [error, setError] = useState<string | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  async function take(file: File): Promise<void> {
    if (file.size > mostBytesOfPackage)
      return setError(packageMessageOf(new CallError('package-too-large', 413)));
    stop.current = new AbortController();
    const { signal } = stop.current;
    setError(null);
    setStage({ at: 'sending', share: 0 });
    try {
      const onProgress = (share: number) =>
        setStage((now) => (now.at === 'sending' ? { ...now, share } : now));
      const { data } = await upload(packageContract.importPackage, file, { signal, onProgress });
      refresh(client);
      setStage({ at: 'name', course: data });
    } catch (failure) {
      if (signal.aborted) return;
      if (isFault(failure)) void logError(failure, { endpoint: packageContract.importPackage.path });
      const isLarge = failure instanceof CallError && failure.status === 413;
      setError(packageMessageOf(isLarge ? new CallError('package-too-large', 413) : failure));
      setStage({ at: 'choose' });
    }
  }
  return { stage, error, take: (file: File) => void take(file) };
}

function PackagePick({ onFile }: { onFile: (file: File) => void }) {
  return (
    <FileDrop
      icon={<IconPackageImport size={36} stroke={1.25} aria-hidden />}
      words="Drop your course here, or"
      hint="A SCORM 1.2 or SCORM 2004 package (ZIP), up to 200 MB"
      label="Course package"
      accept=".zip,application/zip"
      onFile={onFile}
    />
  );
}

type Named = { title: string; minutes: number | string };

export const nameRules = {
  title: (title: string) => title.trim() === '' && 'Please enter a name.',
  minutes: (minutes: number | string) =>
    (typeof minutes !== 'number' || minutes < 1 || minutes > 600) && 'Use 1 to 600.',
};

export const NameFields = ({ input }: { input: (name: keyof Named) => object }) => (
  <>
    <TextInput data-autofocus label="Name of the course" maxLength={200} required {...input('title')} />
    <NumberInput
      label="Minutes it takes"
      description="Learners see this before they begin."
      min={1}
      max={600}
      allowDecimal={false}
      required
      {...input('minutes')}
    />
  </>
);

type NameFormProps = { course: CatalogCourse; onDone: () => void };

function NameForm({ course, onDone }: NameFormProps) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async ({ title, minutes, give }: Named & { give: string }) => {
      await call(packageContract.editPackage, { course: course.id, title, minutes: Number(minutes) });
      if (give === 'all')
        await call(trainingContract.editTraineesCourses, { trainees: 'all', add: [course.id] });
    },
    onSuccess: (_, { title, give }) => {
      refresh(client);
      tell(
        give === 'all'
          ? `${title.trim()} is there, and everyone has it.`
          : `${title.trim()} is there. Give it to people whenever you like.`,
      );
    },
    onError: (failure) => {
      if (isFault(failure)) void logError(failure, { endpoint: packageContract.editPackage.path });
    },
  });
  const { title, minutes } = course;
  const form = useChangeForm(save, {
    start: { title, minutes, give: 'later' },
    rules: nameRules,
    follows: true,
    messageOf: packageMessageOf,
  });
  return (
    <form className="stack gap-4" {...form.sends((values) => values, onDone)}>
      <FormError>{form.failure}</FormError>
      <p className={shared.quiet}>
        {course.lessons.length === 1
          ? 'The course has one part'
          : `The course has ${course.lessons.length} parts`}
        , in SCORM {course.standard}.
      </p>
      <NameFields input={form.input} />
      <Radio.Group label="Who takes it?" {...form.input('give')}>
        <div className="stack mt-2 gap-1">
          <Radio
            value="later"
            label="Decide later"
            description="You give it to people from the list of trainees."
          />
          <Radio
            value="all"
            label="Everyone in training, from today"
            description="It is due in 30 days, and comes with the next email."
          />
        </div>
      </Radio.Group>
      <div className={shared.buttons}>
        <Button type="submit" loading={form.busy}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** Brings a course from elsewhere. Once it is uploaded it is there; a name and people come after that. */
export function ImportCourseDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { stage, error, take } = usePackageUpload();
  const words = stage.at === 'sending' && stage.share < 1 ? 'Uploading the course' : 'Checking every file';
  return (
    <Modal
      {...formModal(false, stage.at === 'name' ? onDone : onClose)}
      title={stage.at === 'name' ? 'Your course is here' : 'Bring your own course'}
      size={600}
    >
      {stage.at === 'name' ? (
        <NameForm course={stage.course} onDone={onDone} />
      ) : (
        <div className="stack gap-4">
          <FormError>{error}</FormError>
          {stage.at === 'choose' ? (
            <PackagePick onFile={take} />
          ) : (
            <div className={`${enrol.sending} grid gap-3`}>
              <output>{words}…</output>
              <Progress value={percentOf(stage.share, 1)} animated={stage.share >= 1} aria-label={words} />
              <p className={shared.quiet}>If anything about the file is unsafe, none of it is kept.</p>
            </div>
          )}
          <p className={shared.quiet}>
            The course runs locked away from the portal: it sees the learner's name and its own progress, and
            nothing else.
          </p>
        </div>
      )}
    </Modal>
  );
}
