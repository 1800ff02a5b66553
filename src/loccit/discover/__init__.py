"""Where might it be written? Search tasks, engines, the local index, captures and candidates."""
