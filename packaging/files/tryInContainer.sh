#!/bin/bash
# Installs, starts, upgrades, removes and purges the package as an operator would. Runs as root under systemd in a fresh Debian;
# `tryRelease.ts` reads the lines that begin with "ok" or "FAILED".
exec >>/root/result 2>&1
# Each step is awaited for at most two minutes.
await() {
  for _ in $(seq 240); do
    "$@" >/dev/null 2>&1 && return
    sleep 0.5
  done
  echo "FAILED to wait for: $*"
}
trap 'echo FINISHED; systemctl poweroff' EXIT
set -u
check() {
  name=$1
  shift
  if "$@"; then echo "ok $name"; else echo "FAILED $name"; fi
}
main_pid() { systemctl show heliograph --property=MainPID --value; }
ready() { curl --silent --fail --max-time 2 http://127.0.0.1:8080/readyz >/dev/null; }
# Prints the answer of a call.
call() { curl --silent --header 'Content-Type: application/json' --header "Authorization: ${3:-}" --data "$2" "http://127.0.0.1:8080/v2/$1"; }

began=$(date +%s)
dpkg --install /root/before.deb
check 'the package is installed and enabled, and waits for its settings' test "$(systemctl is-enabled heliograph) $(systemctl is-active heliograph)" = 'enabled inactive'
check 'the settings are not readable by others' test "$(stat --format='%a %U:%G' /etc/heliograph/heliograph.env)" = '640 root:heliograph'
systemctl start postgresql
await su postgres -c 'psql --quiet --command "select 1"'
su postgres -c 'psql --quiet --set=ON_ERROR_STOP=1' <<'SQL'
create role heliograph login password 'a-password-of-this-trial';
create role heliograph_call nologin;
grant heliograph_call to heliograph;
create database heliograph owner heliograph encoding 'UTF8' template template0;
SQL
sed --in-place 's#^DATABASE_URL=.*#DATABASE_URL=postgres://heliograph:a-password-of-this-trial@127.0.0.1:5432/heliograph#
  s#^PUBLIC_URL=.*#PUBLIC_URL=https://solar.example.com#
  s/^#BACKUP_DIR=/BACKUP_DIR=/
  s#^SECOND_FACTOR_KEY=.*#SECOND_FACTOR_KEY=5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a#' /etc/heliograph/heliograph.env
check 'the service starts and is ready when systemctl returns' systemctl start heliograph
check 'it answers on its port' ready
check 'the health check agrees' heliograph health
check 'the set-up link is in the journal' sh -c "journalctl --unit=heliograph --output=cat | grep --quiet 'setup#secret='"
secret=$(journalctl --unit=heliograph --output=cat | sed --quiet 's/.*setup#secret=\([A-Za-z0-9_-]*\).*/\1/p' | tail -1)
call auth/setup "{\"secret\":\"$secret\",\"email\":\"first@example.com\",\"password\":\"Nine-hills-of-sun\"}" | head -c 300
echo
sign_in() { call sign-in '{"account":"first@example.com","password":"Nine-hills-of-sun"}' | grep --quiet '"token"'; }
check 'the first administrator signs in' sign_in
echo "ok first sign-in after $(($(date +%s) - began)) s of installation"
check 'a command runs as the user heliograph with the settings' heliograph audit:check
may_write() { setpriv --reuid=heliograph --regid=heliograph --init-groups touch "$1/trial" && rm "$1/trial"; }
check 'the user heliograph may write to its home' may_write /var/lib/heliograph
check 'it may not write to the program' eval '! may_write /usr/lib/heliograph'
check 'nothing is written below the program' test -z "$(find /usr/lib/heliograph -newer /root/before.deb -newermt "@$began" -type f -print -quit)"

check 'its unit makes a backup' systemctl start heliograph-backup
su postgres -c 'createdb --owner=heliograph --encoding=UTF8 --template=template0 again'
check 'the backup is restored into an empty database, and verified' env DATABASE_URL=postgres://heliograph:a-password-of-this-trial@127.0.0.1:5432/again heliograph restore /var/lib/heliograph/backups/heliograph-*
check 'the check before an upgrade finds nothing in the way' heliograph check

kill -KILL "$(main_pid)"
sleep 8
await ready
check 'it is restarted after a crash' test "$(systemctl show heliograph --property=NRestarts --value)" = 1
# systemd watches it from its report on.
await systemctl is-active --quiet heliograph
kill -STOP "$(main_pid)"
sleep 90
await ready
check 'it is restarted after a minute without a report' test "$(systemctl show heliograph --property=NRestarts --value)" = 2

before=$(heliograph version)
dpkg --install /root/after.deb
await ready
check 'the upgrade runs the newer version' test "$before" != "$(heliograph version)"
check 'the settings survive the upgrade' grep --quiet a-password-of-this-trial /etc/heliograph/heliograph.env
check 'the administrator signs in after the upgrade' sign_in
stopped=$(date +%s%N)
systemctl stop heliograph
check 'it stops within 5 s' test $((($(date +%s%N) - stopped) / 1000000)) -lt 5000
systemctl start heliograph
dpkg --remove heliograph
check 'removal stops it and leaves the settings' sh -c '! curl --silent http://127.0.0.1:8080/healthz && test -e /etc/heliograph/heliograph.env'
dpkg --purge heliograph
check 'purging removes the settings' test ! -e /etc/heliograph
check 'purging leaves the database' sh -c "su postgres -c \"psql --tuples-only --dbname=heliograph --command='select count(*) from users'\" | grep --quiet 1"
