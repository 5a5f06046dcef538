internal import CLinux
internal import Glibc

/// Starts a program and returns the number of its process.
func spawn(
    _ path: String,
    _ arguments: [String],
    _ surroundings: Surroundings
) throws(SystemError) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let streams = [surroundings.input, surroundings.output, surroundings.errorOutput]
    for (number, stream) in zip(Int32(0)..., streams) {
        switch stream {
        case .nothing:
            posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
        case .inherited:
            break
        case .descriptor(let descriptor):
            precondition(descriptor > 2, "The standard streams of this process are not lent out.")
            posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        }
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    if let folder = surroundings.folder {
        posix_spawn_file_actions_addchdir_np(&actions, folder)
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    setSignals(of: &attributes, surroundings.group)

    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var variables =
        (surroundings.environment ?? [:]).map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { variables.forEach { free($0) } }
    var identifier: pid_t = 0
    let code =
        surroundings.environment == nil
        ? posix_spawn(&identifier, path, &actions, &attributes, &words, environ)
        : posix_spawn(&identifier, path, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw SystemError(code) }
    return identifier
}

/// Lets a program hear every signal, whatever the thread that starts it blocks or ignores: those
/// that run tasks block all, and a child would inherit that.
private func setSignals(of attributes: inout posix_spawnattr_t, _ group: Surroundings.Group) {
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    switch group {
    case .inherited: break
    case .own:
        posix_spawnattr_setpgroup(&attributes, 0)
        flags |= POSIX_SPAWN_SETPGROUP
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
}
