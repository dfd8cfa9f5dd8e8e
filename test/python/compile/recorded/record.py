"""Records what CPython 3.11 makes of sample.py in sample.json. Run it with CPython 3.11."""
import dis
import json
import pathlib
import types

HERE = pathlib.Path(__file__).parent
FLAGS = 0x04 | 0x08 | 0x20 | 0x80 | 0x200
# Blocks that CPython duplicates or leaves out make these differ.
LOOSE = {"CACHE", "RESUME", "PRECALL", "NOP", "EXTENDED_ARG", "ASYNC_GEN_WRAP", "KW_NAMES", "PUSH_NULL", "RETURN_GENERATOR",
         "POP_TOP", "RETURN_VALUE", "RERAISE", "COPY", "SWAP", "POP_EXCEPT", "MAKE_CELL", "COPY_FREE_VARS", "LOAD_CLOSURE"}


def instructions(code):
    """Opcode names in order, jumps without their direction, keyword calls and method loads as ours."""
    keywords = False
    for instruction in dis.get_instructions(code):
        name = instruction.opname
        if name == "KW_NAMES":
            keywords = True
        elif name == "CALL" and keywords:
            keywords = False
            yield "CALL_KW"
        elif name not in LOOSE and not (name == "LOAD_CONST" and instruction.argval is None):
            name = name.replace("JUMP_FORWARD", "JUMP").replace("JUMP_BACKWARD", "JUMP").replace("_NO_INTERRUPT", "")
            if name != "JUMP":
                yield "LOAD_ATTR" if name == "LOAD_METHOD" else name


def facts(code):
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
    return {
        "name": code.co_name,
        "qualname": code.co_qualname,
        "firstLine": code.co_firstlineno,
        "flags": code.co_flags & FLAGS,
        "counts": [code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount],
        "parameters": code.co_varnames[:count],
        "varnames": sorted(code.co_varnames),
        "cellvars": sorted(set(code.co_cellvars) - set(code.co_varnames)),
        "freevars": code.co_freevars,
        "names": sorted(code.co_names),
        "instructions": list(instructions(code)),
        "codes": [facts(one) for one in code.co_consts if isinstance(one, types.CodeType)],
    }


source = (HERE / "sample.py").read_text()
(HERE / "sample.json").write_text(json.dumps(facts(compile(source, "sample.py", "exec")), indent=1) + "\n")
