"""The machine and the interpreter, as CPython on Linux would tell."""

import sys


def system():
    return 'Linux'


def machine():
    return 'x86_64'


def node():
    return 'localhost'


def release():
    return '6.1.0'


def version():
    return '#1 SMP'


def processor():
    return 'x86_64'


def architecture(executable=None, bits='', linkage=''):
    return ('64bit', 'ELF')


def platform(aliased=False, terse=False):
    return 'Linux-6.1.0-x86_64-with-glibc2.36'


def python_version():
    return '3.11.7'


def python_version_tuple():
    return ('3', '11', '7')


def python_implementation():
    return 'CPython'


def python_compiler():
    return 'GCC 12.2.0'


def python_build():
    return ('main', 'Dec  4 2023 00:00:00')


def python_branch():
    return ''


def python_revision():
    return ''


def libc_ver(executable=None, lib='', version='', chunksize=16384):
    return ('glibc', '2.36')


def mac_ver(release='', versioninfo=('', '', ''), machine=''):
    return ('', ('', '', ''), '')


def win32_ver(release='', version='', csd='', ptype=''):
    return ('', '', '', '')


def freedesktop_os_release():
    return {'NAME': 'Linux', 'ID': 'linux', 'PRETTY_NAME': 'Linux'}


class uname_result(tuple):
    system = property(lambda self: self[0])
    node = property(lambda self: self[1])
    release = property(lambda self: self[2])
    version = property(lambda self: self[3])
    machine = property(lambda self: self[4])
    processor = property(lambda self: self[5])


def uname():
    return uname_result(('Linux', 'localhost', '6.1.0', '#1 SMP', 'x86_64', 'x86_64'))


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
