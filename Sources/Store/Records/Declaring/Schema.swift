/// The tables of a store: each feature declares its own, as members.
package enum Schema {}
