import { Input, TextInput } from '@mantine/core';
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { teamSizes } from '#modules/organization/rules.ts';
import { IndustrySelect } from '#modules/organization/web/IndustrySelect.tsx';
import { wording } from '#modules/organization/web/messages.ts';
import classes from './OnboardingPages.module.css';
import { maxLength, type FieldName } from './onboardingForm.ts';
import type { Onboarding } from './useOnboarding.ts';

type PageProps = { onboarding: Onboarding };

const idOf = (name: FieldName) => `onboarding-${name}`;

/** What every text field of the form shares. */
const textField = ({ form, errors, change, check }: Onboarding, name: FieldName) => ({
  id: idOf(name),
  name,
  value: form[name],
  maxLength: maxLength[name],
  error: errors[name],
  onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
  onBlur: () => check(name),
});

const coming = [
  {
    icon: IconBuilding,
    title: 'Your organization',
    text: 'Name, size, and industry, so that our advice fits.',
  },
  { icon: IconUser, title: 'You', text: 'Your name and job title.' },
  {
    icon: IconUserPlus,
    title: 'A colleague, if you like',
    text: 'Someone who manages cyber security with you.',
  },
];

export function WelcomePage() {
  return (
    <ol className={classes.coming}>
      {coming.map(({ icon: Icon, title, text }) => (
        <li key={title} className={classes.comingItem}>
          <span className={classes.comingIcon}>
            <Icon size={20} stroke={1.5} aria-hidden />
          </span>
          <span>
            <span className={classes.comingTitle}>{title}</span>
            <span className={classes.comingText}>{text}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

type TeamSizesProps = { value: string; error: string | undefined; onChange: (size: string) => void };

/** Seven sizes beside each other: one press, and nothing to open first. */
function TeamSizes({ value, error, onChange }: TeamSizesProps) {
  const id = idOf('numberOfEmployees');
  return (
    <Input.Wrapper
      id={id}
      label="Number of team members"
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={wording.employeesHint}
      descriptionProps={{ id: `${id}-hint` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
      required
    >
      <div
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        aria-required
        aria-invalid={error !== undefined || undefined}
        className={classes.sizes}
      >
        {teamSizes.map((size) => (
          <label key={size} className={classes.size} data-checked={size === value || undefined}>
            <input
              type="radio"
              name="numberOfEmployees"
              value={size}
              checked={size === value}
              onChange={() => onChange(size)}
            />
            {size}
          </label>
        ))}
      </div>
    </Input.Wrapper>
  );
}

export function CompanyPage({ onboarding }: PageProps) {
  const { form, errors, change, proposed } = onboarding;
  return (
    <div className={classes.fields}>
      {proposed && (
        <p className={classes.proposed}>We filled in what your email address suggests. Please check it.</p>
      )}
      <TextInput
        {...textField(onboarding, 'companyName')}
        label="Organization name"
        autoComplete="organization"
        required
      />
      <TeamSizes
        value={form.numberOfEmployees}
        error={errors.numberOfEmployees}
        onChange={(size) => change('numberOfEmployees', size)}
      />
      <IndustrySelect
        id={idOf('industry')}
        value={form.industry}
        onChange={(code) => change('industry', code)}
        error={errors.industry}
      />
      <TextInput
        {...textField(onboarding, 'companyUrl')}
        label="Primary website address"
        description="Leave it empty if you have none."
        placeholder="example.com"
        type="text"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
      />
    </div>
  );
}

export function PersonPage({ onboarding }: PageProps) {
  return (
    <div className={classes.fields}>
      <div className={classes.pair}>
        <TextInput
          {...textField(onboarding, 'firstName')}
          label="First name"
          autoComplete="given-name"
          required
        />
        <TextInput
          {...textField(onboarding, 'lastName')}
          label="Last name"
          autoComplete="family-name"
          required
        />
      </div>
      <TextInput
        {...textField(onboarding, 'jobTitle')}
        label="Job title"
        description="Optional"
        autoComplete="organization-title"
      />
    </div>
  );
}

export function InvitePage({ onboarding }: PageProps) {
  return (
    <div className={classes.fields}>
      <TextInput
        {...textField(onboarding, 'inviteEmail')}
        label="Work email address"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={classes.pair}>
        <TextInput
          {...textField(onboarding, 'inviteFirstName')}
          label="First name"
          description="Optional"
          autoComplete="off"
        />
        <TextInput
          {...textField(onboarding, 'inviteLastName')}
          label="Last name"
          description="Optional"
          autoComplete="off"
        />
      </div>
      <TextInput
        {...textField(onboarding, 'inviteJobTitle')}
        label="Job title"
        description="Optional"
        autoComplete="off"
      />
    </div>
  );
}
