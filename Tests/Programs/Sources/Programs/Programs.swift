// Nothing: the package has a target for what it depends on.
