import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import classes from './Editor.module.css';

export const loadRichText = () => import('./RichText.tsx');
const RichText = lazy(async () => ({ default: (await loadRichText()).RichText }));

export const nameFieldId = 'policy-name';

type CustomEditorProps = {
  name: string;
  nameError: string | null;
  text: string;
  /** Counts up whenever the text begins anew. */
  edition: number;
  onName: (name: string) => void;
  onReady: (html: string) => void;
  onText: (html: string) => void;
};

/** A policy in the organisation's own words: its name, and formatted text. */
export function CustomEditor({ name, nameError, text, edition, onName, onReady, onText }: CustomEditorProps) {
  return (
    <div className={`${classes.custom} stack gap-5`}>
      <TextInput
        id={nameFieldId}
        className={classes.nameField}
        label="Policy name"
        description="The name people will look for, such as Visitors in the workshop."
        required
        maxLength={120}
        autoComplete="off"
        value={name}
        error={nameError}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <Suspense fallback={<SkeletonPanel lines={10} height={520} label="Loading the editor" />}>
        <RichText
          key={edition}
          label="Text of the policy"
          initial={text}
          onReady={onReady}
          onChange={onText}
        />
      </Suspense>
      <p className="text-small text-dimmed text-pretty">
        A good policy says, in this order, what it is for, whom it binds, the rules, who is responsible, and
        when it is reviewed. Ten to thirty rules of one or two sentences each are plenty; write “must” where
        you mean it.
      </p>
    </div>
  );
}
