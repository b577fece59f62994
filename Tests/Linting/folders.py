"""The order of the folders of a module: each refers only to folders below it."""

from collections import defaultdict

from .declarations import File
from .offences import REPOSITORY, Offences

# The order of folders, by the path of the folder that holds them: a folder refers only to folders below it. In other
# modules any order without a circle is allowed. A folder's own files count as one more folder, ".".
ROOMS = {
    "Screens": (
        (".",),
        ("Playback",),
        ("Engine", "Links", "Sharing"),
        ("Console",),
        ("Cards",),
        ("Capture", "Policy"),
        ("Drawing", "Pacing"),
        ("Model",),
    ),
    "ScreensDaemon": (
        (".",),
        ("Daemon",),
        ("Control",),
        ("Status",),
        ("Played",),
        ("Screens",),
        ("Content",),
        ("Configuration", "Pictures", "Schedule"),
        ("Service",),
        ("Runtime",),
    ),
    "ScreensTool": (
        (".",),
        ("Commands",),
        ("Lease",),
        ("Show",),
        ("CEC",),
        ("Daemon", "Force", "Patterns"),
        ("Inspection",),
        ("Video", "Terminal"),
    ),
    "ScreensConfiguration": (
        ("State",),
        ("Files",),
        ("Machine",),
        ("Settings",),
        ("Document", "Programs"),
        ("Values",),
    ),
    "ScreensContents": (
        ("Playlists",),
        ("Kinds",),
        ("Delegate", "Patterns", "Pictures", "Presented"),
        ("Files", "Words"),
        ("Content",),
    ),
    "ScreensGraphics": (
        (".",),
        ("Text",),
        ("Paint",),
        ("Shapes",),
        ("Caches",),
    ),
    "ScreensReports": (
        ("Inspection",),
        ("EDID",),
        ("Output",),
    ),
    "ScreensManager": (
        ("Client", "Metrics"),
        ("Documents",),
        ("Control",),
    ),
}


class Module:
    """The files of one module, and the names by which each folder refers to others."""

    def __init__(self, name: str, files: list[File]):
        self.name = name
        self.files = files
        self._types: dict[tuple[str, ...], set[str]] = defaultdict(set)
        globals_: dict[str, set[str]] = defaultdict(set)
        declared: dict[str, int] = defaultdict(int)
        for file in files:
            for path in file.types:
                if path[-1] not in file.private:
                    self._types[path].add(file.folder)
            for one in file.globals - file.private:
                globals_[one].add(file.folder)
            for one in file.members | file.globals:
                declared[one] += 1
        homes = {path[-1]: folders for path, folders in self._types.items()}
        self._globals = {one: folders for one, folders in globals_.items() if declared[one] == 1}
        # Members that are added outside their type's folder, and whose names no other declaration has.
        self._added = {
            member: file.folder
            for file in files
            for owner, member in file.added
            if member not in file.private
            and declared[member] == 1
            and file.folder not in homes.get(owner[-1], set())
            and len(member) > 3
        }

    def references(self):
        """Yields each name of another folder: the file, the line, the folder, the name."""
        for file in self.files:
            for line, context, chain, is_member in file.names:
                for folder, name in self._resolve(file, context, chain, is_member):
                    if folder != file.folder:
                        yield file, line, folder, name

    def _resolve(self, file: File, context: tuple[str, ...], chain: tuple[str, ...], is_member: bool):
        chain = chain[1:] if chain[0] == self.name and len(chain) > 1 else chain
        found: tuple[str, ...] | None = None
        if not is_member:
            if chain[0] == "Self":
                found = context or None
            else:
                for depth in range(len(context), -1, -1):
                    if (*context[:depth], chain[0]) in self._types or (*context[:depth], chain[0]) in file.types:
                        found = (*context[:depth], chain[0])
                        break
            if found is None and len(self._globals.get(chain[0], ())) == 1:
                yield next(iter(self._globals[chain[0]])), chain[0]
        rest = chain if is_member else chain[1:]
        if found:
            yield from self._home(file, found)
            while rest and (*found, rest[0]) in self._types:
                found, rest = (*found, rest[0]), rest[1:]
                yield from self._home(file, found)
        for member in rest:
            if member in self._added:
                yield self._added[member], member

    def _home(self, file: File, path: tuple[str, ...]):
        folders = self._types.get(path, ())
        if len(folders) == 1 and path not in file.types:
            yield next(iter(folders)), ".".join(path)


def check_rooms(files: list[File], offences: Offences) -> None:
    """Checks that each name in the table above exists."""
    folders = {(file.module, file.folder.split("/")[0]) for file in files}
    for module, floors in ROOMS.items():
        for room in (room for floor in floors for room in floor):
            if (module, room) not in folders:
                offences.add(
                    REPOSITORY / "Tests/Linting/folders.py", 1, f"{module}/{room} does not exist",
                    f"missing {module}/{room}",
                )


def check_folders(module: Module, offences: Offences) -> None:
    """Finds circles between the folders of one folder, at any depth, and arrows against their order."""
    levels: dict[str, dict[str, dict[str, list[tuple[File, int, str]]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    for file, line, folder, name in module.references():
        level, source, target = fork(file.folder, folder)
        levels["/".join([module.name, *level])][source][target].append((file, line, name))
    for level in {module.name} & set(ROOMS) | set(levels):
        check_level(level, levels[level], module, offences)


def check_level(level: str, arrows, module: Module, offences: Offences) -> None:
    floors = {room: floor for floor, rooms in enumerate(ROOMS.get(level, ())) for room in rooms}
    if level == module.name and floors:
        for name in sorted({file.folder.split("/")[0] for file in module.files} - set(floors)):
            first = next(file for file in module.files if file.folder.split("/")[0] == name)
            offences.add(
                first.path, 1, f"folder {name} has no place in ROOMS of Tests/Linting/folders.py",
                f"room {level} {name}",
            )
    against = {
        (source, target)
        for source in arrows
        for target in arrows[source]
        if floors.get(source, 0) > floors.get(target, len(floors)) or is_backwards(arrows, floors, source, target)
    }
    for source, target in against:
        for file, line, name in arrows[source][target]:
            offences.add(
                file.path, line, f"{level}: {source} → {target} by {name}", f"arrow {level} {source} → {target}"
            )


def fork(source: str, target: str) -> tuple[list[str], str, str]:
    """Returns the folder that holds both, and the folders in it that contain each."""
    ways = [[part for part in folder.split("/") if part != "."] + ["."] for folder in (source, target)]
    level: list[str] = []
    while ways[0][0] == ways[1][0]:
        level.append(ways[0].pop(0))
        ways[1].pop(0)
    return level, ways[0][0], ways[1][0]


def is_backwards(arrows, floors, source: str, target: str) -> bool:
    """Returns whether an arrow belongs to a circle and is the one to remove: it has fewer names than the way back."""
    if floors.get(source, -1) != floors.get(target, -1):
        return False
    way = shortest(arrows, target, source)
    return bool(way) and all(len(arrows[source][target]) <= len(arrows[a][b]) for a, b in zip(way, way[1:]))


def shortest(arrows, start: str, goal: str) -> list[str]:
    ways = [[start]]
    seen = {start}
    for way in ways:
        if way[-1] == goal:
            return way
        for following in arrows.get(way[-1], ()):
            if following not in seen:
                seen.add(following)
                ways.append([*way, following])
    return []
