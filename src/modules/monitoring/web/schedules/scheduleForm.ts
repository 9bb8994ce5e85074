import dayjs from 'dayjs';
import type { InputOf } from '#platform/endpoint.ts';
import type { monitoringContract } from '../../contract.ts';
import type { LevelCode, RecurrenceCode, ScheduleWire, WeekIndex } from '../../entities.ts';
import {
  defaultFirstScan,
  isScheduleDateAllowed,
  nextRun,
  pacificInstant,
  pacificParts,
  type Repeat,
} from '../../recurrence.ts';
import { defaultRecurrence, sendsForms, toWire } from '../../rules.ts';
import { wording } from '../messages.ts';
import type { TargetList } from '../queries.ts';

export type Period = 'AM' | 'PM';

/** What the schedule form holds. Date and time are the Pacific wall clock. */
export type ScheduleForm = {
  recurrence: RecurrenceCode;
  level: LevelCode | '';
  /** Agreed that scans send forms; asked for only where nobody has before. */
  forms: boolean;
  /** `2026-11-21`, or empty. */
  date: string;
  /** 1 to 12. */
  hour: number;
  minute: number;
  period: Period;
  repeatBy: 'dayOfMonth' | 'weekday';
  /** As typed. */
  dayOfMonth: string;
  weekIndex: WeekIndex;
  /** 1 Monday to 7 Sunday. */
  weekday: number;
};
export type ScheduleProblems = Partial<Record<'level' | 'forms' | 'date' | 'dayOfMonth', string>>;

export const weekIndexes: { value: WeekIndex; label: string }[] = [
  { value: 'first', label: 'First' },
  { value: 'second', label: 'Second' },
  { value: 'third', label: 'Third' },
  { value: 'fourth', label: 'Fourth' },
  { value: 'last', label: 'Last' },
];
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export const isByMonths = (recurrence: RecurrenceCode): boolean => recurrence === 'm' || recurrence === 'q';

const clock = (time: string): Pick<ScheduleForm, 'hour' | 'minute' | 'period'> => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return { hour: hour % 12 || 12, minute, period: hour < 12 ? 'AM' : 'PM' };
};

const weekOf = (dayOfMonth: number): WeekIndex =>
  (['first', 'second', 'third', 'fourth'] as const)[Math.floor((dayOfMonth - 1) / 7)] ?? 'last';

type Offer = Pick<TargetList, 'frequencies' | 'scanLevels' | 'defaultScanLevel'>;

/** The wanted frequency where the plan has it, else the fastest that it has. */
const allowedRecurrence = (offer: Offer, wanted: RecurrenceCode): RecurrenceCode => {
  const allowed = offer.frequencies
    .filter((frequency) => frequency.allowed)
    .map((frequency) => frequency.recurrence);
  return allowed.includes(wanted) ? wanted : (allowed.at(-1) ?? wanted);
};

const offeredLevel = (offer: Offer, wanted: LevelCode): LevelCode =>
  offer.scanLevels.some((level) => level.code === wanted) ? wanted : offer.defaultScanLevel;

/** A new schedule: quarterly, from tomorrow at 1:00 AM (modules.md 4). */
export function newScheduleForm(offer: Offer, level: LevelCode, now: Date): ScheduleForm {
  const first = pacificParts(defaultFirstScan(now));
  return {
    recurrence: allowedRecurrence(offer, defaultRecurrence),
    level: offeredLevel(offer, level),
    forms: false,
    date: first.date,
    ...clock(first.time),
    repeatBy: 'dayOfMonth',
    dayOfMonth: String(first.dayOfMonth),
    weekIndex: weekOf(first.dayOfMonth),
    weekday: first.dayOfWeek,
  };
}

const monthsUntilNext: Partial<Record<RecurrenceCode, number>> = { m: 1, q: 3 };

/** The day of the second scan, where the first one starts now: a day, a week, a month or a quarter later. */
function dayAfter(now: Date, recurrence: RecurrenceCode): string {
  const today = pacificParts(now).date;
  const months = monthsUntilNext[recurrence];
  // a month that is shorter ends on its last day
  return (
    months ? dayjs(today).add(months, 'month') : dayjs(today).add(recurrence === 'w' ? 7 : 1, 'day')
  ).format('YYYY-MM-DD');
}

/**
 * The schedule of a website that is scanned right away: every month from today on where the plan has that, else as often as
 * the plan has. Null where each level on offer sends forms, which somebody has to agree to first.
 */
export function scanNowForm(offer: Offer, now: Date): ScheduleForm | null {
  const recurrence = allowedRecurrence(offer, 'm');
  const levels = [offer.defaultScanLevel, ...offer.scanLevels.map(({ code }) => code)];
  const level = levels.find((code) => !sendsForms(code));
  if (!level) return null;
  const form = { ...newScheduleForm(offer, level, now), recurrence };
  return { ...form, date: dayAfter(now, recurrence), dayOfMonth: String(pacificParts(now).dayOfMonth) };
}

export const everyWords: Record<RecurrenceCode, string> = {
  d: 'every day',
  w: 'every week',
  m: 'every month',
  q: 'every quarter',
};

/** A schedule as the form takes it up. */
export function scheduleFormOf(schedule: ScheduleWire, offer: Offer): ScheduleForm {
  const next = pacificParts(new Date(schedule.nextScan));
  return {
    recurrence: allowedRecurrence(offer, schedule.recurrence),
    level: offeredLevel(offer, schedule.scanProfile),
    forms: false,
    date: schedule.scheduleDate,
    ...clock(schedule.scheduleTime),
    repeatBy: schedule.runOnDayOfWeek ? 'weekday' : 'dayOfMonth',
    dayOfMonth: String(schedule.dayOfMonth ?? next.dayOfMonth),
    weekIndex: schedule.weekIndex ?? weekOf(next.dayOfMonth),
    weekday: schedule.scheduledDayOfWeek ?? next.dayOfWeek,
  };
}

/** The form with another first day; day and weekday of the month follow as long as they were the old day's. */
export function withDate(form: ScheduleForm, date: string): ScheduleForm {
  const [before, after] = [partsOf(form.date), partsOf(date)];
  if (!after) return { ...form, date };
  const followsDay = !before || form.dayOfMonth === String(before.dayOfMonth);
  const followsWeekday =
    !before || (form.weekday === before.dayOfWeek && form.weekIndex === weekOf(before.dayOfMonth));
  return {
    ...form,
    date,
    ...(followsDay ? { dayOfMonth: String(after.dayOfMonth) } : {}),
    ...(followsWeekday ? { weekIndex: weekOf(after.dayOfMonth), weekday: after.dayOfWeek } : {}),
  };
}

const partsOf = (date: string) => {
  const at = instantOf(date, 12, 0);
  return at && pacificParts(at);
};

function instantOf(date: string, hour: number, minute: number): Date | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!found) return null;
  const at = pacificInstant(Number(found[1]), Number(found[2]), Number(found[3]), hour, minute);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** The instant of the first day at the chosen time; null where there is no such day. */
export const firstScanOf = (form: ScheduleForm): Date | null =>
  instantOf(form.date, (form.hour % 12) + (form.period === 'PM' ? 12 : 0), form.minute);

/** Whether a day of the calendar can be chosen: today at the earliest, the fifth year from now at the latest. */
export function isDayAllowed(date: string, now: Date): boolean {
  const at = instantOf(date, 12, 0);
  return at !== null && isScheduleDateAllowed(at, now);
}

const dayNumber = (text: string): number | null => {
  const day = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
  return day >= 1 && day <= 31 ? day : null;
};

/** Whether somebody has to agree first that scans send forms. */
export const asksForForms = (form: Pick<ScheduleForm, 'level'>, confirmed: boolean): boolean =>
  !confirmed && form.level !== '' && sendsForms(form.level);

/** @param confirmed somebody has agreed before that forms are sent */
export function problemsOf(form: ScheduleForm, now: Date, confirmed = true): ScheduleProblems {
  const first = firstScanOf(form);
  const byDay = isByMonths(form.recurrence) && form.repeatBy === 'dayOfMonth';
  return {
    ...(form.level === '' ? { level: wording.levelMissing } : {}),
    ...(asksForForms(form, confirmed) && !form.forms ? { forms: wording.formsMissing } : {}),
    ...(!first || !isScheduleDateAllowed(first, now) ? { date: wording.dateInvalid } : {}),
    ...(byDay && dayNumber(form.dayOfMonth) === null ? { dayOfMonth: wording.dayInvalid } : {}),
  };
}

export type ScheduleBody = Pick<
  InputOf<(typeof monitoringContract)['editSchedule']>,
  | 'recurrence'
  | 'dateTime'
  | 'date_time'
  | 'scan_profile'
  | 'formsConfirmed'
  | 'dayOfMonth'
  | 'run_on_day_of_week'
  | 'scheduled_day_of_week'
  | 'week_index'
>;

/** What the calls take; null while the form has a problem. */
export function scheduleBodyOf(form: ScheduleForm, now: Date, confirmed = true): ScheduleBody | null {
  const first = firstScanOf(form);
  if (!first || form.level === '' || Object.keys(problemsOf(form, now, confirmed)).length > 0) return null;
  const at = toWire(first);
  const agreed = asksForForms(form, confirmed) && form.forms ? { formsConfirmed: true } : {};
  const base = {
    recurrence: form.recurrence,
    dateTime: at,
    date_time: at,
    scan_profile: form.level,
    ...agreed,
  };
  if (!isByMonths(form.recurrence)) return base;
  if (form.repeatBy === 'weekday')
    return {
      ...base,
      run_on_day_of_week: true,
      scheduled_day_of_week: form.weekday,
      week_index: form.weekIndex,
    };
  return { ...base, run_on_day_of_week: false, dayOfMonth: dayNumber(form.dayOfMonth)! };
}

/** When the scan would run first, by the rule that the server goes by; null while the form has a problem. */
export function firstRunOf(form: ScheduleForm, now: Date): Date | null {
  const first = firstScanOf(form);
  if (!first || Object.keys(problemsOf(form, now)).length > 0) return null;
  const repeat: Repeat = {
    recurrence: form.recurrence,
    first,
    dayOfMonth: dayNumber(form.dayOfMonth) ?? pacificParts(first).dayOfMonth,
    weekday:
      isByMonths(form.recurrence) && form.repeatBy === 'weekday'
        ? { index: form.weekIndex, day: form.weekday }
        : null,
  };
  return nextRun(repeat, now);
}
