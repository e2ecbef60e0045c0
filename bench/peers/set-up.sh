#!/bin/sh
# Installs Redmine and Request Tracker from Debian, each with SQLite, as their packages' own pages say
# (/usr/share/doc/redmine/README.Debian.gz, /usr/share/doc/request-tracker5/NOTES.Debian.gz). Run as root, on a machine on
# which neither is in use; `set-up.sh remove` takes both away, with their databases.
set -e
PACKAGES="redmine redmine-sqlite puma request-tracker5 rt5-db-sqlite rt5-standalone starman"
export DEBIAN_FRONTEND=noninteractive
if [ "$1" = remove ]; then
  apt-get purge -y $PACKAGES
  apt-get autoremove -y --purge
  exit
fi
debconf-set-selections <<SELECTIONS
redmine redmine/instances/default/dbconfig-install boolean true
redmine redmine/instances/default/database-type select sqlite3
request-tracker5 request-tracker5/dbconfig-install boolean true
request-tracker5 request-tracker5/database-type select sqlite3
request-tracker5 request-tracker5/rtname string bench
request-tracker5 request-tracker5/initial-root-password password benchbench
SELECTIONS
apt-get install -y --no-install-recommends $PACKAGES
cd /usr/share/redmine
as_redmine() { su -s /bin/sh www-data -c "RAILS_ENV=production $1"; }
as_redmine 'rake redmine:load_default_data REDMINE_LANG=en'
as_redmine 'bin/rails runner "
  User.find_by_login(%q(admin)).update!(password: %q(benchbench), password_confirmation: %q(benchbench), must_change_passwd: false)
  Setting.rest_api_enabled = 1
  Project.create!(name: %q(Bench), identifier: %q(bench), trackers: Tracker.all) unless Project.find_by(identifier: %q(bench))"'
