"""Types of Windows."""

from ctypes import c_char_p as LPCSTR, c_int as BOOL, c_long as LONG, c_ubyte as BYTE, c_ulong as DWORD, c_ushort as WORD, c_void_p as HANDLE
from ctypes import c_wchar_p as LPCWSTR

HWND = HMODULE = LPVOID = HANDLE
LPWSTR = LPCWSTR
UINT = ULONG = DWORD
SHORT = WORD
WCHAR = LPCWSTR


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
