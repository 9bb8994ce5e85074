-- Name and version of the scanner that carried a scan out: a report of last year names last year's scanner.
alter table scan add column engine text not null default '';
