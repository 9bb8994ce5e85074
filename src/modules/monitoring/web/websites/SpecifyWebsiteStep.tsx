import { Anchor, Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, type Dispatch, type FormEvent } from 'react';
import { supportAddress } from '#platform/web/boot.ts';
import { call } from '#platform/web/call.ts';
import { FormError } from '#ui/form/FormError.tsx';
import { monitoringContract } from '../../contract.ts';
import { websiteNameMax } from '../../rules.ts';
import { specifyProblems, type AddEvent, type AddWebsite, type Protocol } from './addWebsite.ts';
import classes from '../Dialogs.module.css';
import { isRefusal, messageOf, wording } from '../messages.ts';
import type { TargetList } from '../queries.ts';
import { visibleText } from '../issues/visibleText.ts';

export type StepProps = {
  state: AddWebsite;
  dispatch: Dispatch<AddEvent>;
  list: TargetList;
  /** While a call runs the wizard cannot be left. */
  onBusy: (busy: boolean) => void;
};

const checkUrl = (url: string) => call(monitoringContract.checkAppUrl, { url });
const isFree = (answer: Awaited<ReturnType<typeof checkUrl>>) =>
  !answer.usedInTargets && !answer.restricted && !answer.inAlexaTopSites;

/** Checks the address that the wizard opened with. One that cannot be taken waits for the person, who did nothing wrong. */
function useProposal({ proposed, protocol, url }: AddWebsite, dispatch: StepProps['dispatch']): boolean {
  const { data, isFetching } = useQuery({
    queryKey: ['monitoring', 'proposal', protocol, url],
    queryFn: () => checkUrl(`${protocol}${url}`),
    enabled: proposed,
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    if (data && isFree(data)) dispatch({ type: 'proposal-checked', url: data.url });
  }, [data, dispatch]);
  return proposed && isFetching;
}

/** Step 1: goes on only when the address is neither restricted nor used already (modules.md 4). */
export function SpecifyWebsiteStep({ state, dispatch, list, onBusy }: StepProps) {
  const id = useId();
  const checking = useProposal(state, dispatch);
  const check = useMutation({ mutationFn: checkUrl });
  useEffect(() => {
    onBusy(check.isPending);
    return () => onBusy(false);
  }, [check.isPending, onBusy]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check.isPending) return;
    const problems = specifyProblems(
      state,
      list.targetList.map((target) => target.targetName),
    );
    if (Object.keys(problems).length > 0) return dispatch({ type: 'problems', problems });
    check.mutate(`${state.protocol}${state.url.trim()}`, {
      onSuccess: (answer) => {
        if (answer.usedInTargets) dispatch({ type: 'problems', problems: { url: wording.urlInUse } });
        else if (answer.restricted || answer.inAlexaTopSites)
          dispatch({
            type: 'problems',
            problems: { url: wording.urlRestricted },
            restriction: answer.reason,
          });
        else dispatch({ type: 'checked', url: answer.url });
      },
      onError: (error) => {
        if (!isRefusal(error, 'url-invalid')) return;
        const reason = typeof error.detail.reason === 'string' ? error.detail.reason : null;
        dispatch({ type: 'problems', problems: { url: wording.urlInvalid }, restriction: reason });
      },
    });
  };

  const failed = check.error && !isRefusal(check.error, 'url-invalid') ? check.error : null;
  return (
    <form onSubmit={submit} noValidate className="stack gap-5">
      <p className="text-pretty measure-64">
        Which website do you want to scan? Use the address that your visitors use.
      </p>
      <FormError>{failed ? messageOf(failed) : null}</FormError>
      <TextInput
        label="Website name"
        description="What you call it, such as Shop or Booking."
        required
        data-autofocus
        autoComplete="off"
        maxLength={websiteNameMax * 2}
        value={state.name}
        error={state.problems.name}
        onChange={(event) => dispatch({ type: 'name', value: event.currentTarget.value })}
      />
      <div className={`${classes.address} grid items-start gap-3`}>
        <NativeSelect
          label="Protocol"
          required
          value={state.protocol ?? ''}
          error={state.problems.protocol}
          onChange={(event) =>
            dispatch({ type: 'protocol', value: (event.currentTarget.value || null) as Protocol | null })
          }
          data={[{ value: '', label: 'Select' }, 'https://', 'http://']}
        />
        <TextInput
          label="URL"
          required
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="www.your-company.com"
          maxLength={2048}
          value={state.url}
          error={state.problems.url}
          aria-describedby={state.restriction ? id : undefined}
          onChange={(event) => dispatch({ type: 'url', value: event.currentTarget.value })}
        />
      </div>
      {state.restriction && (
        <p id={id} className={`${classes.reason} text-small leading-5 text-dimmed`}>
          {visibleText(state.restriction)}{' '}
          {state.problems.url === wording.urlRestricted && (
            <>
              If it is yours, write to <Anchor href={`mailto:${supportAddress()}`}>{supportAddress()}</Anchor>
              .
            </>
          )}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={check.isPending || checking}>
          Next
        </Button>
      </div>
    </form>
  );
}
