#!/usr/bin/env python3
"""Compares the binary interface of two folders of headers: everything in the first must be at its place in the second.

usage: layouts.py VENDOR OURS [compiler flags]

Compared are the classes' sizes and vtables (g++ -fdump-lang-class), and from the debug information the signatures of
virtual methods with their slots, the places of members, and the values of enumerators. The second folder may have more
behind the last slot, more names of a value, and more types.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile


def headers(folder):
    """All headers of a folder, those that need others last."""
    found = []
    for root, _, files in os.walk(folder):
        found += [os.path.relpath(os.path.join(root, name), folder) for name in files if name.endswith(".h")]
    last = ["meeting_participants_ctrl_interface.h", "meeting_waiting_room_interface.h"]
    found.sort(key=lambda path: (os.path.basename(path) in last, last.index(os.path.basename(path))
                                 if os.path.basename(path) in last else 0, path))
    return found


def compile_all(folder, names, flags, work):
    """Compiles a file that includes the headers; returns the dump of classes and the debug information as text."""
    copies = os.path.join(work, "copy")
    shutil.rmtree(copies, ignore_errors=True)
    shutil.copytree(folder, copies)
    for name in headers(copies):
        path = os.path.join(copies, name)
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        # The dump names a method only when it is not pure.
        with open(path, "w", encoding="utf-8") as file:
            file.write(re.sub(r"\)(\s*const)?\s*=\s*0\s*;", r")\1;", text))
    source = os.path.join(work, "all.cpp")
    with open(source, "w", encoding="utf-8") as file:
        # Some of the vendor's headers need these.
        first = ["zoom_sdk.h", "meeting_service_interface.h", "meeting_service_components/meeting_audio_interface.h"]
        file.write("#include <cstring>\n#include <ctime>\n")
        file.writelines(f'#include "{name}"\n' for name in first)
        file.writelines(f'#include "{name}"\n' for name in names)
    dump = os.path.join(work, "classes")
    common = ["g++", "-std=c++11", "-w"]
    subprocess.run([*common, "-I", copies, *flags, f"-fdump-lang-class={dump}", "-c", "-o", "/dev/null", source],
                   check=True)
    binary = os.path.join(work, "all.o")
    debugging = ["-g", "-fno-eliminate-unused-debug-types"]
    subprocess.run([*common, "-I", folder, *flags, *debugging, "-c", "-o", binary, source], check=True)
    with open(dump, encoding="utf-8") as file:
        classes = file.read()
    info = subprocess.run(["readelf", "--debug-dump=info", "--wide", binary], check=True, capture_output=True)
    return classes, info.stdout.decode("utf-8", "replace")


def parse_classes(text):
    """Sizes by class, and names of slots by class."""
    sizes, slots = {}, {}
    for name, size in re.findall(r"^Class (\S.*)\n\s+(size=.*\n\s+base size=.*)$", text, re.M):
        sizes[name] = re.sub(r"\s+", " ", size)
    for name, table in re.findall(r"^Vtable for (\S[^\n]*)\n(.*?)\n\n", text, re.M | re.S):
        slots[name] = [re.sub(r".*\)", "", line) for line in re.findall(r"^\d+\s+(.*)$", table, re.M)][2:]
    return sizes, slots


def parse_information(text):
    """Virtual methods with their slots, members with their offsets, and enumerators, by their full name."""
    facts, path, die = {}, [], None
    unions, in_unions = {}, []

    def close(die):
        if die is None:
            return
        depth, offset, tag, values = die
        del path[depth:]
        while len(path) < depth:
            path.append(("", "", ""))
        name = values.get("name", "")
        path.append((tag, name, offset))
        # Enumerators belong to what is around their enumeration, which may have no name.
        full = "::".join(part for kind, part, _ in path[1:] if part and kind != "enumeration_type")
        if tag == "subprogram" and "vtable_elem_location" in values and "linkage_name" in values:
            slot = re.search(r"DW_OP_constu: (\d+)", values["vtable_elem_location"])
            facts[values["linkage_name"]] = "slot " + slot.group(1)
        elif tag == "member" and not name:
            unions[values["type"].strip("<>").removeprefix("0x")] = values.get("data_member_location")
        elif tag == "member" and "data_member_location" in values:
            facts[full] = "offset " + values["data_member_location"]
        elif tag == "member" and path[-2][0] == "union_type":
            in_unions.append((full, path[-2][2]))
        elif tag == "enumerator":
            facts[full] = "value " + values["const_value"]

    for line in text.splitlines():
        head = re.match(r"\s*<([0-9a-f]+)><([0-9a-f]+)>: Abbrev Number: \d+(?: \(DW_TAG_(\w+)\))?", line)
        if head:
            close(die)
            die = (int(head.group(1), 16), head.group(2), head.group(3), {}) if head.group(3) else None
            continue
        value = re.match(r"\s*<[0-9a-f]+>\s+DW_AT_(\w+)\s*:\s*(.*)$", line)
        if value and die is not None:
            die[3][value.group(1)] = re.sub(r"^(?:\([^)]*\):?\s*)+", "", value.group(2)).strip()
    close(die)
    for name, union in in_unions:
        facts[name] = "offset " + str(unions.get(union, 0))
    return facts


def main():
    vendor, ours, flags = sys.argv[1], sys.argv[2], sys.argv[3:]
    names = [name for name in headers(vendor) if os.path.exists(os.path.join(ours, name))]
    missing = [name for name in headers(vendor) if name not in names]
    with tempfile.TemporaryDirectory() as work:
        first = compile_all(vendor, names, flags, work)
        second = compile_all(ours, names, flags, work)
    differences = [f"{name}: no such header" for name in missing]
    (sizes, slots), (our_sizes, our_slots) = parse_classes(first[0]), parse_classes(second[0])
    for name, size in sizes.items():
        if "ZOOMSDK" in name or "Raw" in name or "YUV" in name:
            # A class that clients derive from may have a second base; the library uses the first only.
            if our_sizes.get(name) != size and name + "OfOlderVersions" not in our_sizes:
                differences.append(f"{name}: {our_sizes.get(name, 'missing')} instead of {size}")
    for name, table in slots.items():
        ours_of_name = our_slots.get(name, [])
        for number, method in enumerate(table):
            # Those of other folders stay pure: they have no name.
            if method not in ("__cxa_pure_virtual", "0") and ours_of_name[number:number + 1] not in ([method], []):
                differences.append(f"{name}: slot {number} is {ours_of_name[number]} instead of {method}")
                break
        if len(ours_of_name) < len(table):
            differences.append(f"{name}: {len(ours_of_name)} slots instead of {len(table)}")
    facts, our_facts = parse_information(first[1]), parse_information(second[1])
    facts = {name: value for name, value in facts.items() if "ZOOMSDK" in name or "Raw" in name or "YUV" in name}
    for name, value in facts.items():
        if "_vptr." not in name and our_facts.get(name) != value:
            differences.append(f"{name}: {our_facts.get(name, 'missing')} instead of {value}")
    print("\n".join(differences) if differences else
          f"{len(names)} headers, {len(slots)} vtables, {len(facts)} methods, members and enumerators are equal")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
