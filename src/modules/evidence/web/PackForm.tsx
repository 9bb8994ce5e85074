import { Button, Checkbox, Radio, TextInput } from '@mantine/core';
import IconFileCertificate from '@tabler/icons-react/dist/esm/icons/IconFileCertificate.mjs';
import { useState } from 'react';
import { useSession } from '#platform/web/query.ts';
import { Panel } from '#ui/page/Panel.tsx';
import { audiences, longestAddressee, sections, sectionsFor, type Audience, type Section } from '../rules.ts';
import classes from './Evidence.module.css';
import { audienceWords, sectionWords } from './wording.ts';

export type PackWish = { audience: Audience; addressee: string; sections: Section[] };

export type PackFormProps = {
  offered: readonly Section[];
  audience: Audience;
  onMake: (wish: PackWish) => void;
  making: boolean;
};

/** For whom, and what about; everything is chosen already, so that one click is enough. */
export function PackForm({ offered, audience: first, onMake, making }: PackFormProps) {
  const [audience, setAudience] = useState(first);
  const [addressee, setAddressee] = useState('');
  const [left, setLeft] = useState<readonly Section[]>([]);
  const inSupport = useSession().isZeguroServiceSession;
  const chosen = sectionsFor(
    audience,
    offered.filter((section) => !left.includes(section)),
  );
  const toggle = (section: Section) =>
    setLeft(left.includes(section) ? left.filter((one) => one !== section) : [...left, section]);
  return (
    <Panel title="New evidence pack" description="Current results from your tools, as of today.">
      <form
        className={`${classes.form} grid gap-6`}
        onSubmit={(event) => {
          event.preventDefault();
          onMake({ audience, addressee: addressee.trim(), sections: chosen });
        }}
      >
        <Radio.Group
          label="Who is it for?"
          description="This sets the introduction and the order."
          value={audience}
          onChange={(value) => setAudience(audiences.find((one) => one === value) ?? audience)}
        >
          <div className={`${classes.choices} grid-cols-3 grid gap-3 mt-2`}>
            {audiences.map((one) => (
              <Radio
                key={one}
                value={one}
                className={classes.choice}
                label={audienceWords[one].title}
                description={audienceWords[one].text}
              />
            ))}
          </div>
        </Radio.Group>
        <TextInput
          label="Name on the cover"
          description="Optional. The recipient of the pack."
          value={addressee}
          maxLength={longestAddressee}
          autoComplete="off"
          onChange={(event) => setAddressee(event.currentTarget.value)}
        />
        <fieldset className={`${classes.parts} grid-cols-2 grid gap-4 gap-x-6`}>
          <legend className={`${classes.legend} text-body font-medium mb-3`}>What to include</legend>
          {sections
            .filter((section) => offered.includes(section))
            .map((section) => (
              <Checkbox
                key={section}
                checked={!left.includes(section)}
                onChange={() => toggle(section)}
                label={sectionWords[section].title}
                description={sectionWords[section].text}
              />
            ))}
        </fieldset>
        <div className="row flex-wrap gap-3 gap-x-4">
          <Button
            type="submit"
            loading={making}
            disabled={chosen.length === 0 || inSupport}
            leftSection={<IconFileCertificate size={18} stroke={1.75} aria-hidden />}
          >
            Make evidence pack
          </Button>
          <p className="block text-small leading-5 font-normal text-dimmed">
            {inSupport
              ? 'Only administrators of the organization can make packs.'
              : chosen.length === 0
                ? 'Choose at least one part.'
                : 'The PDF downloads automatically and stays in the list below.'}
          </p>
        </div>
      </form>
    </Panel>
  );
}
