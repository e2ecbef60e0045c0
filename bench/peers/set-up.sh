#!/bin/sh
# Installs Redmine and Request Tracker from Debian, each with SQLite, as their packages' own pages say
# (/usr/share/doc/redmine/README.Debian.gz, /usr/share/doc/request-tracker5/NOTES.Debian.gz). Run as root, on a machine on
# which neither is in use; `set-up.sh remove` takes both away, with their databases. What they needed stays: apt-get would
# take away with it whatever else was installed for nobody in particular.
set -e
PACKAGES="redmine redmine-sqlite puma request-tracker5 rt5-db-sqlite rt5-standalone starman"
export DEBIAN_FRONTEND=noninteractive
if [ "$1" = remove ]; then
  apt-get purge -y $PACKAGES
  # Or the next set-up would take its removal for somebody's wish.
  ucf --purge /etc/redmine/default/database.yml
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
# Bundler takes a gem without a folder for one that was removed, and Debian's packages may leave out a folder with nothing in
# it: then Redmine's own set-up ends, and begins again when all have one.
apt-get install -y --no-install-recommends $PACKAGES || {
  for SPECIFICATION in /usr/share/rubygems-integration/*/specifications/*.gemspec; do
    mkdir -p "$(dirname "$(dirname "$SPECIFICATION")")/gems/$(basename "$SPECIFICATION" .gemspec)"
  done
  dpkg --configure -a
}
cd /usr/share/redmine
as_redmine() { su -s /bin/sh www-data -c "RAILS_ENV=production $1"; }
as_redmine 'bin/rails runner "
  User.find_by_login(%q(admin)).update!(password: %q(benchbench), password_confirmation: %q(benchbench), must_change_passwd: false)
  Setting.rest_api_enabled = 1
  Project.create!(name: %q(Bench), identifier: %q(bench), trackers: Tracker.all) unless Project.find_by(identifier: %q(bench))"'
