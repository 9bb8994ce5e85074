import { Button, Modal, Tabs, Textarea } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { formModal } from '#ui/form/FormDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { faultsOf, messageOf } from '../messages.ts';
import { useSaveScanSettings, useScanSettings, type ScanSettingsReply } from '../ownership/ownQueries.ts';
import type { Target } from '../queries.ts';
import { QuietHoursFields } from './QuietHoursFields.tsx';
import { bodyOf, formOf, signInFaults, type SettingsForm } from './scanSettingsForm.ts';
import classes from './ScanSettings.module.css';
import { SignInFields } from './SignInFields.tsx';

type ScanSettingsDialogProps = { target: Target; onClose: () => void };

/** How a website is scanned: as whom, what is left alone, and when nothing is sent to it. */
export function ScanSettingsDialog({ target, onClose }: ScanSettingsDialogProps) {
  const settings = useScanSettings(target.targetId);
  return (
    <Modal {...formModal(false, onClose)} title="Scan Settings" size={640}>
      {settings.data ? (
        <SettingsFields target={target} settings={settings.data} onClose={onClose} />
      ) : settings.isPending ? (
        <LoadingText>Loading the scan settings</LoadingText>
      ) : (
        <FormError>{messageOf(settings.error)}</FormError>
      )}
    </Modal>
  );
}

function SettingsFields({
  target,
  settings,
  onClose,
}: ScanSettingsDialogProps & { settings: ScanSettingsReply }) {
  const [form, setForm] = useState(() => formOf(settings));
  const [tab, setTab] = useState<string | null>('signIn');
  const [sent, setSent] = useState(form);
  const [refused, setRefused] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refused > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  const save = useSaveScanSettings(target.targetId);
  const faults = faultsOf(save.error);
  const isAboutSignIn = faults[0]?.field.startsWith('signIn.') ?? false;
  const change = (part: Partial<SettingsForm>) => setForm((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setSent(form);
    save.mutate(
      { targetId: target.targetId, ...bodyOf(form) },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (faultsOf(error)[0]?.field.startsWith('signIn.')) setTab('signIn');
          setRefused((times) => times + 1);
        },
      },
    );
  };
  return (
    <form ref={element} onSubmit={submit} noValidate className="stack gap-4">
      <p className="text-dimmed wrap-anywhere">
        <bdi>{target.targetName}</bdi>
      </p>
      <FormError>{save.error && !isAboutSignIn ? messageOf(save.error) : null}</FormError>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="signIn">Sign-in</Tabs.Tab>
          <Tabs.Tab value="quiet">Quiet hours</Tabs.Tab>
          <Tabs.Tab value="exclude">Left alone</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="signIn" className={`${classes.panel} stack gap-4`}>
          <SignInFields
            target={target}
            kept={settings.signIn}
            form={form}
            onForm={setForm}
            faults={signInFaults(faults, sent, form)}
          />
        </Tabs.Panel>
        <Tabs.Panel value="quiet" className={`${classes.panel} stack gap-4`}>
          <QuietHoursFields windows={form.quietHours} onChange={(quietHours) => change({ quietHours })} />
        </Tabs.Panel>
        <Tabs.Panel value="exclude" className={`${classes.panel} stack gap-4`}>
          <p className="text-pretty measure-68">
            Paths that scans skip, with everything below them: an order desk, a slow report, an old archive.
            With a query, only that page is skipped; * matches anything. Pages that sign out, delete, or pay
            are always skipped.
          </p>
          <Textarea
            label="Paths"
            description="One per line, such as /checkout/ or /page?action=export."
            rows={6}
            spellCheck={false}
            autoCapitalize="none"
            placeholder={'/checkout/\n/reports?format=*\n?logout'}
            classNames={{ input: classes.code }}
            value={form.exclude}
            onChange={(event) => change({ exclude: event.currentTarget.value })}
          />
        </Tabs.Panel>
      </Tabs>
      <div className={`${classes.actions} flex flex-wrap justify-end gap-2 mt-1`}>
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save Settings
        </Button>
      </div>
    </form>
  );
}
