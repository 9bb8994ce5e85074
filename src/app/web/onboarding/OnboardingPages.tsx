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
    <ol className="grid gap-5">
      {coming.map(({ icon: Icon, title, text }) => (
        <li key={title} className="row gap-4">
          <span
            className={`${classes.comingIcon} grid place-items-center flex-none text-accent rounded bg-accent`}
          >
            <Icon size={20} stroke={1.5} aria-hidden />
          </span>
          <span>
            <span className="block font-medium">{title}</span>
            <span className="block text-body leading-5 text-dimmed">{text}</span>
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
        className={`${classes.sizes} flex flex-wrap gap-2`}
      >
        {teamSizes.map((size) => (
          <label
            key={size}
            className={`${classes.size} min-h-10 cursor-pointer grid place-items-center relative text-body tabular-nums rounded bg-card`}
            data-checked={size === value || undefined}
          >
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
    <div className="grid gap-5">
      {proposed && (
        <p className="text-body leading-5 text-dimmed">
          We filled in what your email address suggests. Please check it.
        </p>
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
    <div className="grid gap-5">
      <div className={`${classes.pair} grid gap-5`}>
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
    <div className="grid gap-5">
      <TextInput
        {...textField(onboarding, 'inviteEmail')}
        label="Work email address"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={`${classes.pair} grid gap-5`}>
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
