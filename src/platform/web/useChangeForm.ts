import { useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { CallError } from './call.ts';

/** Says what is wrong with a value, in words for the person, or nothing. */
type Rule<Value, Values> = (value: Value, values: Values) => string | false | null | undefined;

export type ChangeFormOptions<Values> = {
  start: Values;
  /** The same functions that the schemas of the contract refine with, where there is more to say than "required". */
  rules?: { [Name in keyof Values]?: Rule<Values[Name], Values> };
  /** Once sending was tried, errors follow what is typed. Without it, an error goes as soon as its field changes. */
  follows?: boolean;
  /** Refusals that are about one field, which then shows them. */
  refusals?: Record<string, keyof Values & string>;
  /** The module's wording of errors. */
  messageOf: (error: unknown) => string;
};

/** Errors of an `invalid` answer by the fields of a form, wherever in the body its values are. */
function invalidFields(error: CallError, names: readonly string[]): Record<string, string> {
  const { fields } = error.detail as { fields?: { field: string; message: string }[] };
  return Object.fromEntries(
    (Array.isArray(fields) ? fields : []).toReversed().flatMap(({ field, message }) => {
      const name = field.split(/[.[\]]+/).find((part) => names.includes(part));
      return name ? [[name, message]] : [];
    }),
  );
}

/**
 * A form whose values one call takes. Faults show when sending is tried, and the first faulty field gets the focus; what the
 * server finds wrong with a field shows there as well, everything else in `failure`.
 */
export function useChangeForm<Reply, Body, Values extends Record<string, unknown>>(
  change: UseMutationResult<Reply, unknown, Body>,
  { start, rules = {}, follows = false, refusals = {}, messageOf }: ChangeFormOptions<Values>,
) {
  const element = useRef<HTMLFormElement>(null);
  const tried = useRef(false);
  const [refused, setRefused] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (refused > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  const judge = (values: Values) =>
    Object.fromEntries(
      Object.entries<Rule<never, Values> | undefined>(rules).flatMap(([name, rule]) => {
        const fault = rule?.(values[name] as never, values);
        return fault ? [[name, fault]] : [];
      }),
    );
  const form = useForm<Values>({
    initialValues: start,
    validate: judge,
    onValuesChange: (values) => {
      if (follows && tried.current) form.setErrors(judge(values));
    },
  });
  const refuse = (errors: Record<string, string>) => {
    form.setErrors(errors);
    setRefused((times) => times + 1);
  };
  const onError = (error: unknown) => {
    const code = error instanceof CallError ? error.code : '';
    const field = refusals[code];
    const fields = field
      ? { [field]: messageOf(error) }
      : code === 'invalid'
        ? invalidFields(error as CallError, Object.keys(form.getValues()))
        : {};
    if (Object.keys(fields).length > 0) refuse(fields);
    else setFailure(messageOf(error));
  };
  return {
    ...form,
    /** What is wrong with the form as a whole, or went wrong with the call. */
    failure,
    busy: change.isPending,
    /** Takes back what was complained about; what was typed stays. */
    forget: () => {
      tried.current = false;
      form.clearErrors();
      setFailure(null);
    },
    /** Value, error and handler of a field; of a tick with `{ type: 'checkbox' }`. */
    input: (name: keyof Values & string, options?: { type: 'checkbox' }) => ({
      value: undefined as any,
      ...form.getInputProps(name as never, options),
    }),
    /**
     * Props of the `<form>`.
     * @param toBody what the call takes; null where nothing is to be sent
     */
    sends: (toBody: (values: Values) => Body | null, onSuccess?: (reply: Reply) => unknown) => ({
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        tried.current = true;
        form.onSubmit(
          (values) => {
            const body = change.isPending ? null : toBody(values);
            if (body === null) return;
            setFailure(null);
            change.mutate(body, { onError, onSuccess });
          },
          refuse as (errors: object) => void,
        )(event);
      },
    }),
  };
}
