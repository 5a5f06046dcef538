/// What a module that shares state between threads imports, in place of `Synchronization`.
///
/// It is the standard `Synchronization`, atomics and `Mutex`, at no cost: the re-export leaves
/// the compiler with the same types. Only a build for the thread sanitizer differs, where this
/// module's own `Mutex` hides the standard one. Importing both modules in one file would make
/// the name ambiguous there, hence the re-export and one import for all.
@_exported public import Synchronization
