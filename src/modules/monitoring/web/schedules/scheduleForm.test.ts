import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecurrenceCode, ScheduleWire } from '../../entities.ts';
import { frequencies } from '../../rules.ts';
import {
  firstRunOf,
  isDayAllowed,
  newScheduleForm,
  problemsOf,
  scheduleBodyOf,
  scheduleFormOf,
  withDate,
} from './scheduleForm.ts';

// 9 in the morning of a Monday in Pacific time
const now = new Date('2026-03-02T17:00:00Z');
const offer = (...allowed: RecurrenceCode[]) => ({
  frequencies: frequencies.map((frequency) => ({
    ...frequency,
    allowed: allowed.includes(frequency.recurrence),
  })),
  scanLevels: [
    { code: 'safe' as const, label: 'Safe' },
    { code: 'lightning' as const, label: 'Lightning' },
  ],
  defaultScanLevel: 'safe' as const,
});
const every = offer('q', 'm', 'w', 'd');
const form = (change: object = {}) => ({ ...newScheduleForm(every, 'safe', now), ...change });

describe('a new schedule', () => {
  test('is quarterly from tomorrow at 1:00 AM', () => {
    expect(form()).toEqual({
      recurrence: 'q',
      level: 'safe',
      forms: false,
      date: '2026-03-03',
      hour: 1,
      minute: 0,
      period: 'AM',
      repeatBy: 'dayOfMonth',
      dayOfMonth: '3',
      weekIndex: 'first',
      weekday: 2,
    });
  });

  test('offers nothing that the plan lacks', () => {
    expect(newScheduleForm(offer('m', 'w'), 'full', now)).toMatchObject({ recurrence: 'w', level: 'safe' });
  });

  test('tomorrow is tomorrow in Pacific time', () => {
    expect(newScheduleForm(every, 'safe', new Date('2026-03-03T07:59:00Z')).date).toBe('2026-03-03');
    expect(newScheduleForm(every, 'safe', new Date('2026-03-03T08:00:00Z')).date).toBe('2026-03-04');
  });
});

describe('on the wire', () => {
  const at = { dateTime: '2026-03-03T09:00:00Z', date_time: '2026-03-03T09:00:00Z', scan_profile: 'safe' };
  test.each([
    ['daily', { recurrence: 'd' }, { ...at, recurrence: 'd' }],
    [
      'weekly, whatever the days of the month were',
      { recurrence: 'w', dayOfMonth: '99' },
      { ...at, recurrence: 'w' },
    ],
    [
      'monthly by day',
      { recurrence: 'm', dayOfMonth: '31' },
      { ...at, recurrence: 'm', run_on_day_of_week: false, dayOfMonth: 31 },
    ],
    [
      'quarterly by weekday',
      { repeatBy: 'weekday', weekIndex: 'last', weekday: 5 },
      { ...at, recurrence: 'q', run_on_day_of_week: true, scheduled_day_of_week: 5, week_index: 'last' },
    ],
  ])('%s', (_what, change, body) => {
    expect(scheduleBodyOf(form(change), now)).toEqual(body);
  });

  test.each([
    ['midnight', { hour: 12, period: 'AM' }, '2026-03-03T08:00:00Z'],
    ['noon', { hour: 12, period: 'PM' }, '2026-03-03T20:00:00Z'],
    ['a minute before midnight', { hour: 11, minute: 59, period: 'PM' }, '2026-03-04T07:59:00Z'],
    ['summer time', { date: '2026-07-01' }, '2026-07-01T08:00:00Z'],
  ])('%s is Pacific time', (_what, change, dateTime) => {
    expect(scheduleBodyOf(form(change), now)?.dateTime).toBe(dateTime);
  });

  test('a time is never sent with milliseconds, and always with Z', () => {
    const anyForm = fc.record({
      hour: fc.integer({ min: 1, max: 12 }),
      minute: fc.integer({ min: 0, max: 59 }),
      period: fc.constantFrom('AM', 'PM'),
      date: fc
        .date({ min: new Date('2026-03-03'), max: new Date('2031-12-30'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    });
    fc.assert(
      fc.property(anyForm, (change) =>
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/.test(scheduleBodyOf(form(change), now)!.dateTime!),
      ),
    );
  });
});

describe('a problem is named and nothing is sent', () => {
  test.each([
    ['no date', { date: '' }, { date: 'Date is not valid.' }],
    ['yesterday', { date: '2026-03-01' }, { date: 'Date is not valid.' }],
    ['a day that is not in the calendar', { date: '2026-02-30' }, { date: 'Date is not valid.' }],
    ['the sixth year', { date: '2032-01-01' }, { date: 'Date is not valid.' }],
    ['day 0', { dayOfMonth: '0' }, { dayOfMonth: 'Not a valid day of the month.' }],
    ['day 32', { dayOfMonth: '32' }, { dayOfMonth: 'Not a valid day of the month.' }],
    ['half a day', { dayOfMonth: '1.5' }, { dayOfMonth: 'Not a valid day of the month.' }],
    ['no level', { level: '' }, { level: 'Please select a scan level.' }],
  ])('%s', (_what, change, problems) => {
    expect(problemsOf(form(change), now)).toEqual(problems);
    expect(scheduleBodyOf(form(change), now)).toBeNull();
    expect(firstRunOf(form(change), now)).toBeNull();
  });

  test.each([
    ['2026-03-01', false],
    ['2026-03-02', true],
    ['2031-12-31', true],
    ['2032-01-01', false],
  ])('%s can be chosen: %s', (date, can) => {
    expect(isDayAllowed(date, now)).toBe(can);
  });
});

describe('the first scan that is promised', () => {
  test.each([
    ['the day itself', {}, '2026-03-03T09:00:00.000Z'],
    [
      'the next such day when today is over',
      { date: '2026-03-02', dayOfMonth: '2', recurrence: 'm' },
      '2026-04-02T08:00:00.000Z',
    ],
    [
      'the last day of a shorter month',
      { date: '2026-04-01', dayOfMonth: '31', recurrence: 'm' },
      '2026-04-30T08:00:00.000Z',
    ],
    [
      'the last Friday',
      { recurrence: 'm', repeatBy: 'weekday', weekIndex: 'last', weekday: 5 },
      '2026-03-27T08:00:00.000Z',
    ],
  ])('%s', (_what, change, at) => {
    expect(firstRunOf(form(change), now)?.toISOString()).toBe(at);
  });
});

describe('another first day', () => {
  test('takes day and weekday of the month along', () => {
    expect(withDate(form(), '2026-03-31')).toMatchObject({
      date: '2026-03-31',
      dayOfMonth: '31',
      weekIndex: 'last',
      weekday: 2,
    });
  });
  test('leaves what was chosen on its own', () => {
    expect(withDate(form({ dayOfMonth: '15', weekday: 5 }), '2026-03-31')).toMatchObject({
      dayOfMonth: '15',
      weekday: 5,
      weekIndex: 'first',
    });
  });
  test('may be cleared, and chosen again', () => {
    const cleared = withDate(form(), '');
    expect(cleared).toMatchObject({ date: '', dayOfMonth: '3' });
    expect(withDate(cleared, '2026-03-09')).toMatchObject({
      dayOfMonth: '9',
      weekIndex: 'second',
      weekday: 1,
    });
  });
});

test('a schedule comes back as it was sent', () => {
  const schedule: ScheduleWire = {
    scheduledScanId: 's',
    zeguroScheduledScanId: 's',
    targetId: 't',
    recurrence: 'm',
    dateTime: '2026-04-30T20:05:00Z',
    date_time: '2026-04-30T20:05:00Z',
    scheduleDate: '2026-04-30',
    scheduleTime: '13:05',
    dayOfMonth: 31,
    scheduledDayOfWeek: null,
    weekIndex: null,
    runOnDayOfWeek: false,
    scanProfile: 'lightning',
    nextScan: '2026-04-30T20:05:00Z',
    heldUntil: null,
  };
  const taken = scheduleFormOf(schedule, every);
  expect(taken).toMatchObject({ hour: 1, minute: 5, period: 'PM', dayOfMonth: '31', level: 'lightning' });
  expect(scheduleBodyOf(taken, now)).toMatchObject({
    recurrence: 'm',
    dateTime: schedule.nextScan,
    dayOfMonth: 31,
    scan_profile: 'lightning',
  });
});
