/** Ports that a website nobody has proved may be scanned at: where websites are, and little else. */
export const webPorts = [80, 443, 8000, 8080, 8443, 8888] as const;
export const isWebPort = (port: number): boolean => (webPorts as readonly number[]).includes(port);

// services that an HTTP request reaches as commands or noise: those that browsers refuse (Fetch Standard 2.9), databases,
// caches, queues, directories, remote desktops and the interfaces of clusters
const otherServices = new Set(
  [
    '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139',
    '143 161 179 389 427 445 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 873 989 990 993 995 1080 1099 1433',
    '1434 1521 1719 1720 1723 1883 2049 2181 2375 2376 2379 2380 3128 3260 3306 3389 3659 4045 4190 4369 5038 5060 5061 5432 5433 5672',
    '5900 5901 5985 5986 6000 6379 6432 6443 6566 6665 6666 6667 6668 6669 6679 6697 7000 7001 8086 8125 9042 9092 9100 9200 9300 10080',
    '10250 10255 11211 27017 27018 28017 50000 61616',
  ].flatMap((line) => line.split(' ').map(Number)),
);
export const isOtherService = (port: number): boolean => otherServices.has(port);
